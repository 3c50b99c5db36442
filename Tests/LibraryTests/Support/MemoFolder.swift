// MemoFolder: a folder of memos that tests make, and the folder of their results.

import Capture
import Files
import Foundation
import Library
import TestSignals

/// Gone with everything in it when the object goes away.
final class MemoFolder {
    private let scratch: TemporaryFolder
    let memos: String
    let output: String

    init() throws {
        scratch = try TemporaryFolder()
        memos = scratch.file("memos")
        output = scratch.file("results")
        try Descriptor.makeFolder(memos)
    }

    /// Writes a file, and the folders above it.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        let parts = name.split(separator: "/").dropLast()
        if !parts.isEmpty { try Descriptor.makeFolder("\(memos)/\(parts.joined(separator: "/"))") }
        try Data(bytes).write(to: URL(filePath: "\(memos)/\(name)"))
    }

    /// Half a second of noise of its own.
    func memo(_ name: String, seed: UInt64) throws { try write(name, Self.sound(seed: seed)) }

    static func sound(seed: UInt64, seconds: Double = 0.5) -> [UInt8] {
        let noise = Signal.whiteNoise(level: -20, seconds: seconds, sampleRate: 8000, seed: seed)
        return WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: PCMEncoding.s16le.encode(noise.samples))
            .bytes
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: "\(memos)/\(name)", toPath: "\(memos)/\(other)")
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(memos)/\(name)") }

    /// Names below the folder of the results, without the index and the summary, in order.
    func results() throws -> [String] {
        let all = try FileManager.default.subpathsOfDirectory(atPath: output)
        return all.filter { !$0.hasPrefix("sonora.sqlite") && $0 != ".sonora.lock" && $0 != "summary.json" }.sorted()
    }

    func document(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: "\(output)/\(name).sonora.json"))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}
