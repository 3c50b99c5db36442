// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "sonora", path: "..")],
    targets: [
        .executableTarget(
            name: "Steps",
            dependencies: [
                .product(name: "Capture", package: "sonora"), .product(name: "Analysis", package: "sonora"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
