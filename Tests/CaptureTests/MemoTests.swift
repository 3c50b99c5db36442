// A memo before it is read: its hash and its date.

import Capture
import Files
import Foundation
import TestSignals
import Testing

@Suite("Memo") struct MemoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func hash(_ bytes: [UInt8]) throws -> String? {
        try Memo(path: folder.write(bytes, as: "memo")).contentHash()
    }

    @Test("the hash is the SHA-256 of the bytes")
    func knownHashes() throws {
        #expect(try hash([]) == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            try hash(Array("abc".utf8)) == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            try hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
                == "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("a memo is found and hashed under whatever bytes its name has")
    func awkwardName() throws {
        let path = folder.file(FileName.text([0xFF, 0xC3, 0x28]))
        let staged = try StagedFile(path: path)
        try staged.write([1, 2, 3])
        try staged.commit()
        #expect(Memo(path: path).isRegularFile)
        #expect(try Memo(path: path).contentHash()?.hasPrefix("sha256:039058c6") == true)
    }

    @Test("what is no file has no hash, what is missing is not found")
    func noHash() throws {
        #expect(try Memo(path: "-").contentHash() == nil)
        #expect(try Memo(path: folder.path).contentHash() == nil)
        #expect(failure { _ = try Memo(path: folder.file("gone")).contentHash() }?.code == .notFound)
    }

    @Test("the date is that of the file's last change")
    func modificationTime() throws {
        let path = try folder.write([1], as: "memo")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
        #expect(Memo(path: path).modificationTime() == 1_700_000_000)
        #expect(Memo(path: "-").modificationTime() == nil)
        #expect(Memo(path: folder.path).modificationTime() == nil)
        #expect(Memo(path: folder.file("gone")).modificationTime() == nil)
    }

    @Test("a memo with a raw format is read as samples, whatever its bytes look like")
    func raw() throws {
        let bytes = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [1, 2, 3, 4]).bytes
        let memo = Memo(path: try folder.write(bytes, as: "memo.wav"), raw: try RawFormat(parsing: "8000:1:u8"))
        let source = try memo.open()
        #expect(source.format.container == "raw")
        #expect(try readAll(source).frames == bytes.count)
    }
}
