// Staged files: nothing appears before it is whole, nothing whole is lost.

import Files
import Foundation
import TestSignals
import Testing

@Suite("Staged file") struct StagedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("nothing appears before commit, and only the file after it")
    func commit() throws {
        let staged = try StagedFile(path: folder.file("result.json"))
        try staged.write(Array("{}".utf8))
        let names = try folder.names()
        #expect(names.count == 1 && names[0].hasPrefix(".") && !names.contains("result.json"))
        try staged.commit()
        #expect(try folder.names() == ["result.json"])
        #expect(try folder.bytes(of: "result.json") == Array("{}".utf8))
    }

    @Test("an old file stays as it was until the new one is whole")
    func replace() throws {
        try folder.write([1, 2, 3], as: "result")
        let staged = try StagedFile(path: folder.file("result"))
        try staged.write([9])
        #expect(try folder.bytes(of: "result") == [1, 2, 3])
        try staged.commit()
        #expect(try folder.bytes(of: "result") == [9])
    }

    @Test("what is given up leaves the old file and nothing else")
    func abort() throws {
        try folder.write([1, 2, 3], as: "result")
        do {
            let staged = try StagedFile(path: folder.file("result"))
            try staged.write([9, 9])
        }
        #expect(try folder.names() == ["result"])
        #expect(try folder.bytes(of: "result") == [1, 2, 3])
    }

    @Test("a folder that is missing cannot be written to")
    func missingFolder() {
        let path = folder.file("missing/result")
        let error = failure { _ = try StagedFile(path: path) }
        #expect(error?.code == .cannotWrite && error?.path == path)
    }

    @Test("a folder in the way is an error, and nothing is left behind")
    func folderInTheWay() throws {
        try FileManager.default.createDirectory(atPath: folder.file("result"), withIntermediateDirectories: false)
        do {
            let staged = try StagedFile(path: folder.file("result"))
            try staged.write([1])
            #expect(failure { try staged.commit() }?.code == .cannotWrite)
        }
        #expect(try folder.names() == ["result"])
    }

    @Test("two files at once do not meet, however alike their names begin")
    func alike() throws {
        let start = String(repeating: "meeting of the whole team ", count: 3)
        let one = try StagedFile(path: folder.file(start + "1"))
        let two = try StagedFile(path: folder.file(start + "2"))
        try one.write([1])
        try two.write([2])
        try one.commit()
        try two.commit()
        #expect(try folder.bytes(of: start + "1") == [1])
        #expect(try folder.bytes(of: start + "2") == [2])
    }

    @Test(
        "names may be as long as the file system allows",
        arguments: [
            String(repeating: "n", count: 255), String(repeating: "👨‍👩‍👧‍👦", count: 10), String(repeating: "é", count: 127),
        ])
    func longNames(name: String) throws {
        let staged = try StagedFile(path: folder.file(name))
        try staged.write([5])
        try staged.commit()
        #expect(try folder.bytes(of: name) == [5])
    }

    @Test("large contents arrive in full")
    func large() throws {
        var generator = SeededGenerator(seed: 8)
        let bytes = generator.bytes(300_000)
        let staged = try StagedFile(path: folder.file("large"))
        for start in stride(from: 0, to: bytes.count, by: 70_001) {
            try staged.write(Array(bytes[start..<min(start + 70_001, bytes.count)]))
        }
        try staged.write([])
        try staged.commit()
        #expect(try folder.bytes(of: "large") == bytes)
    }
}
