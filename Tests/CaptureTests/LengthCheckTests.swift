// Lengths that are declared, and lengths that come out: what is told when they differ.

import Capture
import TestSignals
import Testing

@Suite("Length check") struct LengthCheckTests {
    @Test(
        "a difference is told where rounding does not explain it",
        arguments: [
            (3600, 3600, nil), (3599.6, 3600, nil), (3590, 3600, nil), (3570, 3600, "truncated"),
            (789, 3600, "truncated"), (3.6, 4, nil), (3.4, 4, "truncated"), (4.4, 4, nil), (4.6, 4, "wrongLength"),
            (4, 0, nil), (4, .infinity, nil), (4, .nan, nil), (0, 4, nil),
        ] as [(Double, Double, String?)])
    func kinds(found: Double, declared: Double, kind: String?) {
        let salvage = Salvage.ofLength(Int64(found * 8000), declared: declared, sampleRate: 8000)
        #expect(salvage?.kind == kind)
        #expect(salvage == nil || salvage?.secondsRecovered == found)
        #expect(Salvage.ofLength(Int64(found * 8000), declared: nil, sampleRate: 8000) == nil)
    }

    /// A first frame of MPEG-1, 128 kbit/s, 44.1 kHz, that counts the frames.
    private func first(_ mode: UInt8, _ side: Int, _ name: String, at place: Int? = nil) -> [UInt8] {
        var frame = [UInt8](repeating: 0, count: 417)
        frame.replaceSubrange(0..<4, with: [0xFF, 0xFB, 0x90, mode])
        frame.replaceSubrange(4 + side..<8 + side, with: Array(name.utf8))
        if place == nil { frame[4 + side + 7] = 1 }
        let count = place ?? 4 + side + 8
        frame.replaceSubrange(count..<count + 4, with: big(UInt32(1000)))
        return frame
    }

    @Test("an MP3 says how many frames it has, in one of three ways, or does not")
    func mpeg() throws {
        func seconds(_ bytes: [UInt8]) throws -> Double? { try MPEGLength.seconds(MemoryBytes(bytes)) }
        let declared = 1000.0 * 1152 / 44_100
        let tag = Array("ID3\u{3}\0\0\0\0\u{1}\u{2}".utf8) + [UInt8](repeating: 0xFF, count: 130)
        #expect(try seconds(first(0x44, 32, "Xing")) == declared)
        #expect(try seconds(first(0xC4, 17, "Info")) == declared)
        #expect(try seconds(first(0x44, 32, "VBRI", at: 4 + 32 + 14)) == declared)
        #expect(try seconds(tag + first(0x44, 32, "Xing")) == declared)
        #expect(try seconds(first(0x44, 32, "none")) == nil)
        for count in 0..<60 {
            #expect(try seconds(Array(first(0x44, 32, "Xing").prefix(count))) == (count < 48 ? nil : declared))
        }
    }

    @Test("an Ogg whose clock has run before says nothing of its length")
    func ogg() throws {
        func page(_ position: Int64) -> [UInt8] {
            Array("OggS\0\0".utf8) + little(UInt64(bitPattern: position)) + [UInt8](repeating: 0, count: 12) + [
                1, 3, 9, 9, 9,
            ]
        }
        func isAtZero(_ positions: [Int64]) throws -> Bool {
            try OggStart.isAtZero(MemoryBytes(positions.flatMap(page)), sampleRate: 48_000)
        }
        #expect(try isAtZero([0, 0, -1, 48_000, 96_000]))
        #expect(try !isAtZero([0, 0, 4_800_000]))
        #expect(try !isAtZero([0, 0]))
        #expect(try !isAtZero([]))
    }
}
