// LocalTimeTests: dates as memos and people write them. Zones are tested with the command, as a process has only one.

import Library
import Testing

@Suite struct LocalTimeTests {
    @Test(arguments: ["2026-01-31", "2026-01-31T12:30", "2026-01-31T12:30:15"])
    func `dates and times are taken`(text: String) throws {
        let time = try #require(LocalTime(text))
        #expect(time.text.hasPrefix(text))
        #expect(time.utcText.hasSuffix("Z"))
    }

    @Test func `what is known of the time of day`() throws {
        #expect(try #require(LocalTime("2026-01-31T12:30:00")).hour == 12.5)
        #expect(try #require(LocalTime("2026-01-31")).hour == nil)
        #expect(try #require(LocalTime("1970-01-03T06:00:00")).day == 2.25)
        #expect(try #require(LocalTime("1970-01-03")).day == 2.5)
    }

    @Test(arguments: ["2026-01-31T12:30:15Z", "2026-07-31T23:59:59Z", "2026-01-01T00:00Z"])
    func `an instant and the local clock are the same moment`(text: String) throws {
        let time = try #require(LocalTime(text))
        #expect(time.utcText.dropLast().hasPrefix(text.dropLast()))
        #expect(try #require(LocalTime(time.text)).utcText == time.utcText)
    }

    @Test(arguments: [
        "", "Z", "yesterday", "2026", "2026-01", "2026-02-30", "2026-01-31Z", "2026-01-31T25:00", "20260131",
        "2026-01-31T12:30+01:00", " 2026-01-31", "2026-01-31T12:30:15ZZ", "1899-01-01",
    ])
    func `all else is refused`(text: String) { #expect(LocalTime(text) == nil) }
}
