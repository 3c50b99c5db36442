// Dates in file names: what phones and apps write is read, and what only looks like it is not.

import Capture
import TestSignals
import Testing

@Suite("Date in a file name") struct FileNameDateTests {
    static let names: [(String, String?)] = [
        ("20240501_102030.m4a", "2024-05-01T10:20:30"), ("2024-05-01 10.20.30.wav", "2024-05-01T10:20:30"),
        ("2024-05-01T10-20-30.wav", "2024-05-01T10:20:30"), ("2024_05_01_10_20_30.amr", "2024-05-01T10:20:30"),
        ("20240501102030.wav", "2024-05-01T10:20:30"), ("AUDIO-2024-05-01-10-20-30.m4a", "2024-05-01T10:20:30"),
        ("PTT-20240501-WA0001.opus", "2024-05-01"), ("Voice 240501_102030.m4a", "2024-05-01T10:20:30"),
        ("Recording 2024-05-01 at 10.20.30.wav", "2024-05-01T10:20:30"),
        ("signal-2024-05-01-102030.m4a", "2024-05-01T10:20:30"),
        ("signal-2024-05-01-10-20-30-123.m4a", "2024-05-01T10:20:30"),
        ("audio_2024-05-01_10-20-30.ogg", "2024-05-01T10:20:30"), ("REC20240501102030.mp3", "2024-05-01T10:20:30"),
        ("20240501 102030-3A4B5C6D.m4a", "2024-05-01T10:20:30"), ("20240501T102030Z.wav", "2024-05-01T10:20:30Z"),
        ("2024-05-01T10:20:30Z.wav", "2024-05-01T10:20:30Z"), ("2024-05-01T10:20:30+02:00.wav", "2024-05-01T10:20:30"),
        ("2024-05-01T1020.wav", "2024-05-01T10:20:00"), ("Memo 2024-05-01 at 10.20.wav", "2024-05-01T10:20:00"),
        ("Aufnahme 2024-05-01 um 10.20.30.wav", "2024-05-01T10:20:30"),
        ("Enregistrement 2024-05-01 à 10.20.30.wav", "2024-05-01T10:20:30"),
        ("Enregistrement 2024-05-01 a\u{300} 10.20.30.wav", "2024-05-01T10:20:30"),
        ("Recording 2024-05-01 at 3.20.30 PM.wav", "2024-05-01T15:20:30"),
        ("Recording 2024-05-01 at 3.20.30\u{202F}PM.wav", "2024-05-01T15:20:30"),
        ("Recording 2024-05-01 at 12.05.09\u{A0}AM.wav", "2024-05-01T00:05:09"),
        ("2024-05-01 9.05 am.wav", "2024-05-01T09:05:00"),
        ("2024-05-01, 10.20.30.wav", "2024-05-01T10:20:30"), ("/memos/2019-01-01/20240501.wav", "2024-05-01"),
        ("20240501interview.wav", "2024-05-01"), ("2024-05-01.wav", "2024-05-01"), ("2024.05.01.wav", "2024-05-01"),
        ("take 7 of 20240501.wav", "2024-05-01"), ("2024-13-01 and 2024-05-01.wav", "2024-05-01"),
        // A time that is none leaves the day.
        ("20240501_992030.wav", "2024-05-01"), ("20240501-123.wav", "2024-05-01"),
        ("2024-05-01 at 3.20.30.wav", "2024-05-01"), ("2024-05-01 at 13.20.30 PM.wav", "2024-05-01"),
        ("2024-05-01-10-20.wav", "2024-05-01"), ("20240501_1020301.wav", "2024-05-01"),
        ("2024-05-01 Take 10.20.30.wav", "2024-05-01"), ("2024-05-01-------10.20.30.wav", "2024-05-01"),
        // No dates.
        ("memo.wav", nil), ("", nil), ("/", nil), ("2024.wav", nil), ("2024-05.wav", nil), ("2024-5-1.wav", nil),
        ("120240501.wav", nil), ("202405011.wav", nil), ("20240501102030123.wav", nil), ("2024050110203.wav", nil),
        ("1714558830.wav", nil), ("1714558830123.wav", nil), ("12024-05-01.wav", nil), ("2024-05-011.wav", nil),
        ("20241301.wav", nil), ("20240230_102030.wav", nil), ("20240501992030.wav", nil), ("2024-05_01.wav", nil),
        ("01-05-2024.wav", nil), ("05012024.wav", nil), ("240501.wav", nil), ("240501-WA0001.opus", nil),
        ("240501102030.wav", nil), ("241301_102030.wav", nil), ("240501_1020.wav", nil), ("240501_992030.wav", nil),
        ("Voice 240501102030.wav", nil), ("89012345.wav", nil), ("21050412.wav", nil), ("19800101.wav", nil),
        ("20240501/memo.wav", nil), ("3f2504e0-4f89-11d3-9a0c-0305e82c3301.wav", nil), ("10.20.30.wav", nil),
        ("٢٠٢٤٠٥٠١.wav", nil),
    ]

    @Test("a name holds a date or none", arguments: names)
    func name(name: String, expected: String?) {
        #expect(RecordingDate(fileName: name)?.text == expected, "\(name)")
    }

    @Test("no name is too odd to be read")
    func odd() {
        var random = SeededGenerator(seed: 12)
        let alphabet = Array("0123456789012345678900-_:. T+Zapm/\u{202F}à".unicodeScalars)
        for length in 0..<3000 {
            var name = String.UnicodeScalarView()
            for _ in 0..<length % 60 { name.append(alphabet.randomElement(using: &random)!) }
            guard let text = RecordingDate(fileName: String(name))?.text else { continue }
            #expect(RecordingDate(tag: Array(text.utf8))?.text == text)
        }
        #expect(RecordingDate(fileName: String(repeating: "20241301_", count: 100_000)) == nil)
        #expect(RecordingDate(fileName: String(repeating: "9", count: 1_000_000)) == nil)
    }
}
