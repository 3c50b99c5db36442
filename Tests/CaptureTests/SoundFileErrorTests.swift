// Files that cannot be opened: each with its own code, on one line.

import Capture
import Files
import Foundation
import TestSignals
import Testing

@Suite("Sound files that cannot be read", .timeLimit(.minutes(10))) struct SoundFileErrorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func code(_ path: String) -> CaptureError.Code? {
        let error = failure { _ = try SoundFile(path: path) }
        #expect(error?.path == path)
        #expect(error?.description.contains("\n") == false && error?.advice.isEmpty == false)
        #expect(failure { _ = try Memo(path: path).open() } == error)
        return error?.code
    }

    @Test("a missing file is not found")
    func missing() throws {
        #expect(code(folder.file("nothing.wav")) == .notFound)
        #expect(code(folder.file("no folder/nothing.wav")) == .notFound)
        #expect(code(try folder.write([1], as: "file") + "/x.wav") == .notFound)
        #expect(code("") == .notFound)
    }

    @Test("a folder is a folder")
    func isFolder() {
        #expect(code(folder.path) == .isFolder)
        #expect(
            failure { _ = try Memo(path: folder.path, raw: RawFormat(parsing: "8000:1:u8")).open() }?.code == .isFolder)
    }

    @Test("what may not be read is not permitted", .enabled(if: getuid() != 0, "root may read everything"))
    func notPermitted() throws {
        let path = try folder.write([1, 2, 3], as: "secret.wav")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(code(path) == .notPermitted)
    }

    @Test("a file without a byte is empty")
    func empty() throws { #expect(code(try folder.write([], as: "empty.wav")) == .emptyFile) }

    @Test("text and noise are not audio")
    func notAudio() throws {
        #expect(code(try folder.write(Array("Dear diary,\n".utf8), as: "letter.wav")) == .notAudio)
        var generator = SeededGenerator(seed: 11)
        #expect(code(try folder.write(generator.bytes(5000), as: "noise.flac")) == .notAudio)
        #expect(code(try folder.write([0x52], as: "one byte.wav")) == .notAudio)
    }

    @Test("why a file is refused does not depend on what else is opened at the same time")
    func manyAtOnce() async throws {
        var generator = SeededGenerator(seed: 11)
        let noise = try folder.write(generator.bytes(5000), as: "noise.flac")
        let whole = try folder.write(
            WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [1, 2, 3, 4]).bytes, as: "whole.wav")
        let format = try SoundFile(path: whole).format
        let expected = try #require(failure { _ = try SoundFile(path: noise) })
        let errors = try await withThrowingTaskGroup(of: CaptureError?.self) { group in
            for turn in 0..<2000 {
                group.addTask {
                    switch turn % 4 {
                    case 0: _ = LibraryFile(reading: whole)
                    case 1: _ = LibraryFile(reading: folder.path)
                    case 2: _ = try SoundFileWriter(path: folder.file("\(turn).wav"), container: .wav, like: format)
                    default:
                        do throws(CaptureError) { _ = try SoundFile(path: noise) } catch { return error }
                    }
                    return nil
                }
            }
            return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(errors.count == 500 && errors.allSatisfy { $0 == expected })
    }

    @Test("1025 channels are refused")
    func tooManyChannels() throws {
        let bytes = WaveBytes.file(.u8, channels: 1025, sampleRate: 8000, data: [UInt8](repeating: 128, count: 1025))
            .bytes
        let error = failure { _ = try SoundFile(path: folder.write(bytes, as: "many.wav")) }
        #expect(error?.code == .unsupported || error?.code == .notAudio)
    }

    @Test("failures are shown on one line, whatever the name")
    func printable() {
        let error = CaptureError(.notFound, path: "a\nb\u{1B}[31m\u{7F}é🎙", problem: "p", advice: "q")
        #expect(error.description == "a\\nb\\u{1b}[31m\\u{7f}é🎙: p; q")
    }

    @Test("codes keep their names: programs depend on them")
    func names() {
        let names = Set(CaptureError.Code.allCases.map(\.rawValue))
        #expect(
            names.isSuperset(of: ["notFound", "isFolder", "notPermitted", "emptyFile", "notAudio", "badRawFormat"]))
        #expect(names.count == CaptureError.Code.allCases.count)
    }

    @Test("what the system refuses is told in the words that it always was")
    func fromFiles() {
        func told(_ error: FileError) -> String {
            let error = CaptureError(error)
            return "\(error.code.rawValue) \(error)"
        }
        #expect(told(.isFolder("a")) == "isFolder a: it is a folder; name the audio files in it")
        #expect(told(.full("a")) == "diskFull a: the disk is full; make room and run it again")
        let long = folder.file(String(repeating: "x", count: 256))
        let error = failure { _ = try telling(StagedFile(path: long + "/a")) }
        #expect(error?.code == .cannotWrite && error?.advice == "give the memo a shorter name")
        #expect(error?.problem == "it cannot be written (file name too long)")
        // Each code of the one is a code of the other, but for what only names of memos are too long for.
        for code in FileError.Code.allCases where code != .nameTooLong {
            let error = FileError(code, path: "a", problem: "p", advice: "q")
            #expect(CaptureError(error).code.rawValue == code.rawValue)
        }
    }
}
