// Memos: sample files, and files that tests make.

import Capture
import Foundation

enum Samples {
    static let folder = String(#filePath.dropLast("Tests/PipelineTests/Support/Memos.swift".count)) + "samples/"
    static let note = folder + "stand-up-note.wav"
    static let all = [
        "stand-up-note.wav", "slow-reflection.flac", "street.wav", "very-quiet.flac", "clipped.wav",
        "stereo-interview.wav", "garden-no-speech.flac", "lecture.flac", "clicks.flac", "hum.wav",
    ]
}

/// A folder that goes away with its test.
final class Scratch {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/sonora-pipeline-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }
}

enum Wave {
    /// A 16-bit WAV file.
    static func bytes(_ samples: [Int16], rate: Int = 8000, channels: Int = 1) -> [UInt8] {
        let size = samples.count * 2
        let parts: [[UInt8]] = [
            Array("RIFF".utf8), word(36 + size, 4), Array("WAVEfmt ".utf8), word(16, 4), word(1, 2),
            word(channels, 2), word(rate, 4), word(rate * 2 * channels, 4), word(2 * channels, 2), word(16, 2),
            Array("data".utf8), word(size, 4),
            samples.flatMap { word(Int($0), 2) },
        ]
        return parts.flatMap { $0 }
    }

    static func word(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Square waves that come and go every second, at 8 kHz.
    static func pulses(seconds: Int) -> [Int16] {
        (0..<seconds * 8000).map { index in
            let height: Int16 = (index / 8000).isMultiple(of: 2) ? 20 : 8000
            return (index / 20).isMultiple(of: 2) ? height : -height
        }
    }
}

/// The samples of an audio file as raw 16- or 32-bit PCM, and the format to read them with.
func rawCopy(of path: String) throws -> (bytes: [UInt8], format: RawFormat) {
    let source = try Memo(path: path).open()
    let (rate, channels, isNarrow) = (
        source.format.sampleRate, source.format.channels, source.format.bitsPerSample <= 16
    )
    var block = AudioBlock(capacity: 4096, channels: channels)
    var bytes: [UInt8] = []
    while try source.read(into: &block) > 0 {
        for sample in block.samples[..<(block.frames * channels)] {
            bytes +=
                isNarrow
                ? Wave.word(Int(sample * 32_768), 2) : Wave.word(Int(Double(sample) * 2_147_483_648), 4)
        }
    }
    return (bytes, try RawFormat(parsing: "\(rate):\(channels):\(isNarrow ? "s16le" : "s32le")"))
}

/// A memo that comes through a named pipe, written by a thread of its own.
func livePipe(_ scratch: Scratch, _ raw: (bytes: [UInt8], format: RawFormat)) throws -> Memo {
    let path = "\(scratch.folder)/\(UUID().uuidString).pipe"
    // A reader that stops early is no reason to die.
    signal(SIGPIPE, SIG_IGN)
    guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    let bytes = raw.bytes
    Thread.detachNewThread {
        let pipe = open(path, O_WRONLY)
        defer { close(pipe) }
        var done = 0
        while done < bytes.count {
            let wrote = bytes[done...].withUnsafeBytes { write(pipe, $0.baseAddress, min($0.count, 4096)) }
            if wrote <= 0 { return }
            done += wrote
        }
    }
    return Memo(path: path, raw: raw.format)
}
