// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "sonora",
    products: [
        .library(name: "Files", targets: ["Files"]),
        .library(name: "Capture", targets: ["Capture"]),
        .library(name: "Analysis", targets: ["Analysis"]),
        .library(name: "Transcription", targets: ["Transcription"]),
        .library(name: "Pipeline", targets: ["Pipeline"]),
        .library(name: "Library", targets: ["Library"]),
        .library(name: "Latency", targets: ["Latency"]),
        .library(name: "Formats", targets: ["Formats"]),
        .executable(name: "sonora", targets: ["sonora"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    ],
    targets: [
        .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
        .systemLibrary(name: "CLanes"),
        .target(name: "Files", swiftSettings: strict),
        .target(
            name: "Capture",
            dependencies: ["Files", "CSndfile", "CCrypto"],
            swiftSettings: strict),
        .target(
            name: "Analysis", dependencies: ["CFFTW", "CLanes"],
            resources: [.embedInCode("Activity/Trained/speech.weights")],
            swiftSettings: strict),
        .target(name: "Transcription", dependencies: ["CSoxr", "Analysis"], swiftSettings: strict),
        .target(
            name: "Pipeline",
            dependencies: [
                "Files", "Capture", "Analysis", "Transcription", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "Library",
            dependencies: [
                "Files", "Capture", "Analysis", "Transcription", "Pipeline",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "Latency",
            dependencies: [
                "Files", "Capture", "Pipeline", "Library", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "Formats", dependencies: ["Files", "Capture", "Analysis", "Pipeline", "Library", "Latency"],
            swiftSettings: strict),
        .executableTarget(
            name: "sonora",
            dependencies: [
                "Files", "Capture", "Analysis", "Pipeline", "Library", "Latency", "Formats",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "training-features", dependencies: ["Analysis"], path: "Training/Features",
            swiftSettings: strict),
        .target(
            name: "TestSignals", dependencies: ["Capture", "Transcription", "CSndfile"], path: "Tests/TestSignals",
            swiftSettings: strict),
        .testTarget(name: "FilesTests", dependencies: ["Files", "TestSignals"], swiftSettings: strict),
        .testTarget(
            name: "CaptureTests", dependencies: ["Capture", "Files", "TestSignals"], swiftSettings: strict),
        .testTarget(
            name: "AnalysisTests", dependencies: ["Analysis", "TestSignals"], exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "TranscriptionTests", dependencies: ["Transcription", "Analysis", "TestSignals"],
            swiftSettings: strict),
        .testTarget(
            name: "PipelineTests",
            dependencies: ["Pipeline", "Transcription", "Capture", "Files", "Analysis", "TestSignals"],
            swiftSettings: strict),
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "Library", "Pipeline", "Transcription", "Capture", "Files", "Analysis", "TestSignals",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LatencyTests",
            dependencies: ["Latency", "Library", "Pipeline", "Transcription", "Capture", "TestSignals"],
            exclude: ["numpy-percentiles.py", "Support/mannwhitneyu.py"], swiftSettings: strict),
        .testTarget(
            name: "FormatsTests", dependencies: ["Formats", "Latency", "Pipeline", "Analysis", "Capture"],
            swiftSettings: strict),
        .testTarget(
            name: "sonoraTests", dependencies: ["sonora", "Capture", "Files", "TestSignals"],
            exclude: ["Golden", "Support/validate.py"], swiftSettings: strict),
    ]
)
