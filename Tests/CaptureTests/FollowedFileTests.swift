// Following: a recording is read while it is written, and nothing but its sound is taken for sound.

import Capture
import Foundation
import TestSignals
import Testing

/// A recorder that writes a file piece by piece.
private final class Recorder {
    let path: String
    private let handle: FileHandle

    init(_ folder: TemporaryFolder, name: String = "growing.wav") throws {
        path = try folder.write([], as: name)
        handle = try #require(FileHandle(forWritingAtPath: path))
    }

    func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: Data(bytes)) }

    func overwrite(at offset: UInt64, _ bytes: [UInt8]) throws {
        let end = try handle.offset()
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(bytes))
        try handle.seek(toOffset: end)
    }

    /// Cuts the file, and goes on from there.
    func truncate(to bytes: UInt64) throws { try handle.truncate(atOffset: bytes) }

    func close() throws { try handle.close() }
}

@Suite("Followed file", .timeLimit(.minutes(10))) struct FollowedFileTests {
    private let folder: TemporaryFolder
    private let sound: [UInt8] = (0..<4000).flatMap { (index: Int) -> [UInt8] in
        little(Int16(truncatingIfNeeded: index &* 2999 &+ 77))
    }
    private let values = (0..<4000).map { Float(Int16(truncatingIfNeeded: $0 &* 2999 &+ 77)) / 32_768 }

    init() throws { folder = try TemporaryFolder() }

    /// The 44 bytes in front of the samples.
    private func header(claimed: UInt32 = 0) -> [UInt8] {
        Array(
            WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [], claimedData: claimed).bytes.prefix(44))
    }

    private func follow(_ recorder: Recorder, idleSeconds: Double = 30, raw: RawFormat? = nil) throws -> any BlockSource
    {
        var memo = Memo(path: recorder.path, raw: raw)
        memo.followIdleSeconds = idleSeconds
        return try memo.open()
    }

    /// Reads so many frames, however many blocks they come in.
    private func read(_ frames: Int, from source: any BlockSource) throws -> [Float] {
        var block = AudioBlock(capacity: 512, channels: 1)
        var samples: [Float] = []
        while samples.count < frames, try source.read(into: &block) > 0 { samples += block.samples[..<block.frames] }
        return samples
    }

    private func isAtEnd(_ source: any BlockSource) throws -> Bool {
        var block = AudioBlock(capacity: 512, channels: 1)
        return try source.read(into: &block) == 0
    }

    @Test("what is written is read at once, and the closing of the file ends the memo")
    func grows() throws {
        let recorder = try Recorder(folder)
        try recorder.write(header() + sound[..<2001])
        let source = try follow(recorder)
        #expect(source.isLive && source.format.declaredFrames == nil)
        #expect(try read(1000, from: source) == Array(values[..<1000]))
        try recorder.write(Array(sound[2001..<6000]))
        #expect(try read(2000, from: source) == Array(values[1000..<3000]))
        try recorder.write(Array(sound[6000...]))
        try recorder.close()
        #expect(try read(.max, from: source) == Array(values[3000...]))
        #expect(source.salvage?.kind == "unknownLength")
    }

    @Test("chunks behind the samples are no sound, and a header that is put right in the end is no damage")
    func finishedHeader() throws {
        let recorder = try Recorder(folder)
        try recorder.write(header() + sound)
        let source = try follow(recorder)
        #expect(try read(3000, from: source).count >= 3000)
        try recorder.write(
            WaveBytes([.init("LIST", Array("INFOINAM".utf8) + little(UInt32(4)) + [65, 66, 67, 0])]).bytes
                .suffix(from: 12).map { $0 })
        try recorder.overwrite(at: 40, little(UInt32(sound.count)))
        try recorder.close()
        _ = try read(.max, from: source)
        #expect(try isAtEnd(source))
        #expect(source.salvage == nil)
    }

    @Test("a writer that goes on for ever without writing is not waited for")
    func idle() throws {
        let recorder = try Recorder(folder)
        try recorder.write(header() + sound)
        let source = try follow(recorder, idleSeconds: 0.05)
        #expect(try read(.max, from: source) == values)
        try recorder.close()
    }

    @Test(
        "a size that the recorder writes now and then does not end the memo", arguments: [1000, 2000, 8000] as [UInt32])
    func staleSize(claimed: UInt32) throws {
        let recorder = try Recorder(folder)
        try recorder.write(header(claimed: claimed) + sound[..<4000])
        let source = try follow(recorder, idleSeconds: 0.05)
        #expect(try read(2000, from: source) == Array(values[..<2000]))
        try recorder.write(Array(sound[4000...]))
        #expect(try read(.max, from: source) == Array(values[2000...]))
        try recorder.close()
    }

    @Test("the switch ends it, with all that is there")
    func switchedOff() throws {
        let recorder = try Recorder(folder)
        try recorder.write(header() + sound)
        let end = RecordingSwitch()
        var memo = Memo(path: recorder.path, until: end)
        memo.followIdleSeconds = 3600
        let source = try memo.open()
        end.turnOff()
        #expect(try read(.max, from: source) == values)
        try recorder.close()
    }

    @Test("somebody else who opens and closes the file does not end the memo, nor does a writer who comes back")
    func otherWriters() throws {
        let recorder = try Recorder(folder)
        try recorder.write(header() + sound[..<2000])
        let source = try follow(recorder)
        #expect(try read(1000, from: source) == Array(values[..<1000]))
        try FileHandle(forWritingTo: URL(fileURLWithPath: recorder.path)).close()
        try recorder.write(Array(sound[2000..<4000]))
        #expect(try read(1000, from: source) == Array(values[1000..<2000]))
        try recorder.close()
        let again = try FileHandle(forWritingTo: URL(fileURLWithPath: recorder.path))
        try again.seekToEnd()
        try again.write(contentsOf: Data(sound[4000...]))
        try again.close()
        #expect(try read(.max, from: source) == Array(values[2000...]))
    }

    @Test(
        "a file that is cut short in place ends the memo, which is told, whatever is written to it afterwards",
        arguments: [0, 44, 1000] as [UInt64], [nil, "8000:1:s16le"])
    func cutInPlace(left: UInt64, raw: String?) throws {
        let recorder = try Recorder(folder)
        try recorder.write((raw == nil ? header() : []) + sound[..<4000])
        let source = try follow(recorder, raw: raw.map { try RawFormat(parsing: $0) })
        #expect(try read(2000, from: source) == Array(values[..<2000]))
        try recorder.truncate(to: left)
        try recorder.write(Array(sound[..<20]))
        #expect(try isAtEnd(source))
        let salvage = try #require(source.salvage)
        #expect(salvage.kind == "truncated" && salvage.secondsRecovered == 0.25)
        #expect(salvage.detail.contains("cut short"))
        try recorder.write(sound)
        #expect(try isAtEnd(source))
        try recorder.close()
    }

    @Test("room that a recorder reserved and gives back is no damage")
    func reservedRoom() throws {
        let recorder = try Recorder(folder)
        try recorder.write(sound[..<4000] + [UInt8](repeating: 0, count: 4000))
        let source = try follow(recorder, idleSeconds: 0.05, raw: RawFormat(parsing: "8000:1:s16le"))
        #expect(try read(2000, from: source).count >= 2000)
        try recorder.truncate(to: 8000)
        _ = try read(.max, from: source)
        #expect(source.salvage == nil)
        try recorder.close()
    }

    @Test("raw samples and AIFF can be followed as well")
    func others() throws {
        let raw = try Recorder(folder, name: "growing.raw")
        try raw.write(sound)
        #expect(
            try read(.max, from: follow(raw, idleSeconds: 0.05, raw: RawFormat(parsing: "8000:1:s16le"))) == values)
        let aiff = try Recorder(folder, name: "growing.aiff")
        let format = AIFFBytes.format(channels: 1, frames: 0, bits: 16, sampleRate: 8000, compression: "sowt")
        let data = [UInt8](repeating: 0, count: 8) + sound
        try aiff.write(AIFFBytes.file([.init("COMM", format), .init("SSND", data, claimedSize: 0)], form: "AIFC"))
        #expect(try read(.max, from: follow(aiff, idleSeconds: 0.05)) == values)
    }

    @Test("what cannot be followed is told apart")
    func refused() throws {
        func code(_ bytes: [UInt8]) throws -> CaptureError.Code? {
            let recorder = try Recorder(folder, name: "other.wav")
            try recorder.write(bytes)
            return failure { _ = try follow(recorder, idleSeconds: 0.02) }?.code
        }
        #expect(try code([]) == .emptyFile)
        #expect(try code(Array("fLaC".utf8) + [UInt8](repeating: 0, count: 100)) == .unsupported)
        #expect(try code(Array(header().prefix(36))) == .noSamples)
        #expect(try code(Array(header().prefix(20))) == .notAudio)
        var memo = Memo(path: folder.path)
        memo.followIdleSeconds = 1
        #expect(failure { _ = try memo.open() }?.code == .isFolder)
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        memo.path = pipe
        #expect(failure { _ = try memo.open() }?.code == .unsupported)
        memo.path = folder.file("gone")
        #expect(failure { _ = try memo.open() }?.code == .notFound)
    }
}
