// SpokenText: real words from a speech synthesiser, with the truth about where they are.

import Capture
import Foundation

/// Sentences spoken by espeak-ng, with pauses between them.
public struct SpokenText {
    public enum Failure: Error { case synthesiser(status: Int32) }

    public var signal: Signal
    /// Whether each 10 ms are speech: within 25 dB of the loud frames of the sentence, pauses up to 100 ms included.
    public var isSpeech: [Bool]

    public static let framesPerSecond = 100
    /// What espeak-ng writes.
    public static let sampleRate = 22_050
    private static let headerBytes = 44

    /// - Parameters:
    ///   - sentences: each is followed by a pause.
    ///   - voice: a voice of espeak-ng, like `en+m3`.
    ///   - wordsPerMinute: 80…400.
    ///   - pause: seconds before, between and behind.
    ///   - level: dBFS RMS of what is speech.
    public init(
        _ sentences: [String], voice: String = "en", wordsPerMinute: Int = 160, pause: Double = 0.9, level: Double = -24
    ) throws {
        let folder = try TemporaryFolder()
        var samples: [Float] = []
        var speech: [Bool] = []
        let frame = Self.sampleRate / Self.framesPerSecond
        for (index, sentence) in sentences.enumerated() {
            let file = folder.file("\(index).wav")
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["espeak-ng", "-v", voice, "-s", "\(wordsPerMinute)", "-w", file, sentence]
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Failure.synthesiser(status: process.terminationStatus)
            }
            let spoken = Self.samples(ofWave: try folder.bytes(of: "\(index).wav"))
            let silence = Int(pause * Double(Self.framesPerSecond))
            if index == 0 { Self.append(silence: silence, frame: frame, to: &samples, &speech) }
            let whole = spoken.count / frame
            samples += spoken.prefix(whole * frame)
            speech += Self.loud(spoken, frame: frame, count: whole)
            Self.append(silence: silence, frame: frame, to: &samples, &speech)
        }
        var power = 0.0
        for (index, isSpeech) in speech.enumerated() where isSpeech {
            for sample in samples[index * frame..<(index + 1) * frame] { power += Double(sample * sample) }
        }
        let counted = speech.count { $0 } * frame
        let loudness = (power / Double(max(1, counted))).squareRoot()
        let gain = Float(pow(10, level / 20) / max(loudness, 1e-9))
        signal = Signal(samples.map { $0 * gain }, sampleRate: Self.sampleRate)
        isSpeech = speech
    }

    private static func samples(ofWave bytes: [UInt8]) -> [Float] {
        stride(from: headerBytes, to: bytes.count - 1, by: 2).map {
            let pattern = UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
            return Float(Int16(bitPattern: pattern)) / 32_768
        }
    }

    private static func append(silence frames: Int, frame: Int, to samples: inout [Float], _ speech: inout [Bool]) {
        samples += [Float](repeating: 0, count: frames * frame)
        speech += [Bool](repeating: false, count: frames)
    }

    private static func loud(_ samples: [Float], frame: Int, count: Int) -> [Bool] {
        let powers = (0..<count).map { index in
            samples[index * frame..<(index + 1) * frame].reduce(Float(0)) { $0 + $1 * $1 }
        }
        let reference = powers.sorted()[max(0, count * 96 / 100 - 1)]
        var result = powers.map { $0 > reference * 0.003_16 }
        var last: Int?
        for index in result.indices where result[index] {
            if let last, index - last <= 10 { for gap in last..<index { result[gap] = true } }
            last = index
        }
        return result
    }
}
