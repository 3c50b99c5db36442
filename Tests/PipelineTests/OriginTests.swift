// Origins: what a memo's own tags say of it stays when it gets another name; what its name said does not.

import Capture
import Pipeline
import Testing

@Suite struct OriginTests {
    private func moved(_ source: DateSource, to name: String) throws -> RecordedAt? {
        let scratch = try Scratch()
        let path = try scratch.file(name, Wave.bytes([1, 2, 3]))
        let date = try #require(RecordingDate(fileName: "2020-01-02-03-04-05.wav"))
        let origin = MemoOrigin(recordedAt: RecordedAt(date: date, source: source), title: "a title")
        let other = origin.moved(to: Memo(path: path))
        #expect(other.title == "a title")
        return other.recordedAt
    }

    @Test(arguments: [DateSource.fileName, .mtime])
    func `a date from the old name or file system is that of the new one`(source: DateSource) throws {
        let named = try moved(source, to: "2024-05-01-10-20-30.wav")
        #expect(named?.source == .fileName && named?.text.hasPrefix("2024-05-01T10:20:30") == true)
        #expect(try moved(source, to: "memo.wav")?.source == .mtime)
    }

    @Test(arguments: [DateSource.bext, .tags])
    func `a date from the memo itself stays`(source: DateSource) throws {
        let kept = try moved(source, to: "2024-05-01-10-20-30.wav")
        #expect(kept?.source == source && kept?.text.hasPrefix("2020-01-02T03:04:05") == true)
    }
}
