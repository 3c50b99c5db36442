// Recording dates: as precise as is known, and only such as the calendar has.

import Capture
import Foundation
import TestSignals
import Testing

@Suite("Recording date") struct RecordingDateTests {
    static let tags: [(String, String?)] = [
        ("2024-05-01", "2024-05-01"), ("2024/05/01", "2024-05-01"), ("2024:05:01", "2024-05-01"),
        ("2024.05.01", "2024-05-01"), ("2024_05_01", "2024-05-01"), ("2024 05 01", "2024-05-01"),
        ("20240501", "2024-05-01"), ("  2024-05-01  ", "2024-05-01"), ("2024-05-01\0\0rubbish", "2024-05-01"),
        ("2024-05-01 10:20:30", "2024-05-01T10:20:30"), ("2024-05-01T10:20:30", "2024-05-01T10:20:30"),
        ("2024:05:01 10:20:30", "2024-05-01T10:20:30"), ("2024-05-01 10:20", "2024-05-01T10:20:00"),
        ("2024-05-01t10:20:30.123456", "2024-05-01T10:20:30"), ("20240501T102030", "2024-05-01T10:20:30"),
        ("20240501102030", "2024-05-01T10:20:30"), ("2024-05-01 3:20:30 PM", "2024-05-01T15:20:30"),
        ("2024-05-01 12:00:01 am", "2024-05-01T00:00:01"), ("2024-05-01 12:00:01 pm", "2024-05-01T12:00:01"),
        ("2024-05-01T10:20:30Z", "2024-05-01T10:20:30Z"), ("2024-05-01 10:20:30 UTC", "2024-05-01T10:20:30Z"),
        ("2024-05-01T10:20:30.000000Z", "2024-05-01T10:20:30Z"), ("20240501102030Z", "2024-05-01T10:20:30Z"),
        ("2024-05-01T12:20:30+0200", "2024-05-01T10:20:30Z"), ("2024-05-01T12:20:30+02:00", "2024-05-01T10:20:30Z"),
        ("2024-05-01T12:20:30+02", "2024-05-01T10:20:30Z"), ("2024-05-01 05:50:30 -04:30", "2024-05-01T10:20:30Z"),
        ("2024-01-01T00:30:00+01:00", "2023-12-31T23:30:00Z"), ("2024-02-28T23:30:00-01:00", "2024-02-29T00:30:00Z"),
        ("2023-02-28T23:30:00-01:00", "2023-03-01T00:30:00Z"), ("2000-02-29", "2000-02-29"),
        ("1970-01-02", "1970-01-02"), ("2200-12-31T23:59:59Z", "2200-12-31T23:59:59Z"),
        // No dates.
        ("", nil), (" ", nil), ("2024", nil), ("2024-05", nil), ("202405", nil), ("2024-05-", nil),
        ("2024-5-1", nil), ("2024-13-01", nil), ("2024-00-01", nil), ("2024-02-30", nil), ("2023-02-29", nil),
        ("2100-02-29", nil), ("2024-04-31", nil), ("2024-05-00", nil), ("2024-05-32", nil), ("1969-12-31", nil),
        ("2201-01-01", nil), ("0000-00-00", nil), ("2024-05/01", nil), ("01-05-2024", nil), ("2024-05-011", nil),
        ("2024-05-01 24:00:00", nil), ("2024-05-01 10:60:00", nil), ("2024-05-01 10:20:60", nil),
        ("2024-05-01 13:20:30 PM", nil), ("2024-05-01 0:20:30 AM", nil), ("2024-05-01 3:20:30", nil),
        ("2024-05-01T10:20:30+15:00", nil), ("2024-05-01T10:20:30+0260", nil), ("2024-05-01T10:20:30+2", nil),
        ("2024-05-01T", nil), ("2024-05-01 or so", nil), ("about 2024-05-01", nil), ("120240501", nil),
        ("２０２４-05-01", nil), ("2200-12-31T23:59:59-01:00", nil), ("1970-01-01T00:30:00+01:00", nil),
        // Clocks that were never set.
        ("1970-01-01", nil), ("1970-01-01T00:00:00Z", nil), ("1970-01-01 00:12:33", nil),
        ("1904-01-01T00:00:00.000000Z", nil),
        ("2024-05-01" + String(repeating: " ", count: 100), nil),
    ]

    @Test("a tag holds a date or none", arguments: tags)
    func tag(text: String, expected: String?) {
        #expect(RecordingDate(tag: Array(text.utf8))?.text == expected, "\(text)")
    }

    @Test("an instant is written in UTC, as Foundation writes it")
    func instants() throws {
        var random = SeededGenerator(seed: 11)
        let formatter = ISO8601DateFormatter()
        let turns = [0, 1, 86_399, 86_400, 951_782_400, 951_868_800, 4_107_542_400, 7_289_654_399]
        for seconds in turns + (0..<2000).map({ _ in Int.random(in: 0...7_289_654_399, using: &random) }) {
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(try #require(RecordingDate(secondsSince1970: seconds)).text == expected)
            #expect(RecordingDate(tag: Array(expected.utf8))?.text == (seconds < 86_400 ? nil : expected))
        }
    }

    @Test("an instant outside of the years is none", arguments: [-1, .min, 7_289_654_400, .max])
    func outside(seconds: Int) {
        #expect(RecordingDate(secondsSince1970: seconds) == nil)
    }
}
