// What Sonora reads itself of phones' files: the same as ffprobe says, or nothing; and no bytes that trap or hang.

import Capture
import Foundation
import TestSignals
import Testing

private let shown: UInt32 = MovieBytes.epoch + 1_714_558_830  // 2024-05-01T10:20:30Z

@Suite("Facts of phones' files", .timeLimit(.minutes(10))) struct MediaFactsTests {
    private func facts(_ bytes: [UInt8]) throws -> MediaFacts? { try MediaFacts.read(MemoryBytes(bytes)) }

    /// What a program prints.
    private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return [UInt8](bytes)
    }

    private static let tagged = [
        "title=On trees", "artist=Åsa", "date=2024-03-02", "creation_time=2024-05-01T10:20:30Z", "author=Ada",
    ].flatMap { ["-metadata", $0] }

    @Test(
        "what ffprobe says",
        arguments: [
            ("memo.m4a", ["-c:a", "aac"]), ("memo.m4a", ["-c:a", "aac"] + tagged),
            ("memo.m4a", ["-c:a", "aac", "-movflags", "+faststart+use_metadata_tags"] + tagged),
            ("memo.m4a", ["-c:a", "alac"] + tagged), ("memo.mov", ["-c:a", "aac"] + tagged),
            ("memo.mov", ["-c:a", "aac", "-movflags", "+use_metadata_tags"] + tagged),
            ("memo.mov", ["-c:a", "alac", "-metadata:s:a:0", "title=Track"]), ("memo.3gp", ["-c:a", "aac"] + tagged),
            ("memo.3g2", ["-c:a", "aac"] + tagged), ("memo.mp4", ["-c:a", "libopus"] + tagged),
            ("memo.aac", ["-c:a", "aac"]), ("memo.mp4", ["-c:a", "aac", "-ss", "0.5", "-t", "1"]),
        ] as [(String, [String])])
    func asFFprobe(name: String, options: [String]) throws {
        let folder = try TemporaryFolder()
        let path = folder.file(name)
        _ = try run(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "sine=d=3:r=16000"] + options + [path])
        let json = try run(
            "/usr/bin/ffprobe",
            ["-v", "error", "-select_streams", "a:0", "-show_format", "-show_streams", "-of", "json", path])
        let found = try #require(try facts(folder.bytes(of: name)))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        let stream = try #require((document["streams"] as? [[String: Any]])?.first)
        #expect(found.encoding == stream["codec_name"] as? String)
        #expect(found.container == (name == "memo.aac" ? "aac" : "mp4"))
        #expect(found.tags == SourceTags(ffprobe: json))
        let duration = try #require((stream["duration"] as? String).flatMap(Double.init))
        #expect(abs(try #require(found.duration) - duration) < (name == "memo.aac" ? 0.5 : 0.1))
        #expect(found.isDurationDeclared == (name != "memo.aac"))
    }

    @Test("an edit list says how much of its track is shown; a track may have been made at another time")
    func edits() throws {
        let found = try #require(try facts(MovieBytes.file([MovieBytes.track(shown: 2500, creation: shown)])))
        #expect(found.duration == 2.5 && found.encoding == "aac" && found.container == "mp4")
        #expect(found.tags.recordedAt?.text == "2024-05-01T10:20:30Z")
        #expect(try facts(MovieBytes.file([MovieBytes.track()], isLast: false))?.duration == 4)
    }

    @Test("the first track of sound counts, wherever it stands")
    func tracks() throws {
        let picture = MovieBytes.track(duration: 9000, kind: "vide", description: MovieBytes.descriptions("avc1", []))
        let second = MovieBytes.track(duration: 9000, description: MovieBytes.descriptions("alac", []))
        let found = try facts(MovieBytes.file([picture, MovieBytes.track(), second]))
        #expect(found?.duration == 4 && found?.encoding == "aac")
        #expect(try facts(MovieBytes.file([picture])) == nil)
    }

    @Test("the phone's own date counts, and names that are somebody's own do not")
    func dates() throws {
        let keys = ["com.apple.quicktime.creationdate", "com.apple.quicktime.make"]
        let named = box(
            "keys", [0, 0, 0, 0] + big(UInt32(2)) + keys.flatMap { box("mdta", Array($0.utf8)) })
        let items =
            MovieBytes.item("\0\0\0\u{1}", "2024-05-01T12:20:30+0200") + MovieBytes.item("\0\0\0\u{2}", "Somebody")
        let meta = MovieBytes.meta("mdta", named + box("ilst", items), isFull: false)
        let found = try facts(MovieBytes.file([MovieBytes.track(), meta], creation: MovieBytes.epoch + 1))
        #expect(found?.tags.recordedAt?.text == "2024-05-01T10:20:30Z")
        let own = box(
            "----",
            box("mean", [0, 0, 0, 0]) + box("name", [0, 0, 0, 0] + Array("voice-memo-uuid".utf8))
                + box("data", [UInt8](repeating: 0, count: 8) + Array("1".utf8)))
        let list = box("ilst", own + MovieBytes.item("\u{A9}nam", "A walk"))
        #expect(
            try facts(MovieBytes.file([MovieBytes.track(), box("udta", MovieBytes.meta("mdir", list))]))?.tags.title
                == "A walk")
    }

    /// Files that ffprobe has to judge.
    private static let doubtful: [[UInt8]] = [
        MovieBytes.file([MovieBytes.track(), box("mvex", [])]),
        MovieBytes.file([MovieBytes.track(description: MovieBytes.descriptions("mp4a", []))]),
        MovieBytes.file([MovieBytes.track(description: MovieBytes.descriptions("enca", []))]),
        MovieBytes.file([MovieBytes.track(others: box("udta", box("\u{A9}nam", [0, 1, 0x55, 0xC4, 65])))]),
        MovieBytes.file([MovieBytes.track(), box("udta", box("\u{A9}nam", [0, 9, 0x55, 0xC4, 65]))]),
        MovieBytes.file([MovieBytes.track(), box("udta", box("\u{A9}nam", [0, 1, 0, 0, 0x8A]))]),
        MovieBytes.file([
            MovieBytes.track(),
            box("udta", MovieBytes.meta("mdir", box("ilst", MovieBytes.item("\u{A9}nam", "A", type: 2)))),
        ]),
        MovieBytes.file([MovieBytes.track(), box("udta", [], claimedSize: 1_000_000)]),
        MovieBytes.file([MovieBytes.track(), box("udta", [], claimedSize: 4)]), MovieBytes.file([]),
        Array(MovieBytes.file([MovieBytes.track()]).dropLast(20)), box("ftyp", [1, 2, 3, 4]),
        Array("#!AMR_MC1.0\n....".utf8), [0xFF, 0xF1] + [UInt8](repeating: 0xFF, count: 100),
    ]

    @Test("what is not simple is left to ffprobe", arguments: doubtful)
    func doubt(bytes: [UInt8]) throws { #expect(try facts(bytes) == nil) }

    @Test("bytes of any kind never trap, and cost no more than in proportion")
    func hostile() throws {
        var random = SeededGenerator(seed: 25)
        let whole = MovieBytes.file([
            MovieBytes.track(shown: 3000, creation: shown),
            box("udta", MovieBytes.meta("mdir", box("ilst", MovieBytes.item("\u{A9}nam", "A memo")))),
        ])
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<1 + Int(random.next() % 4) {
                let place = Int(random.next() % UInt64(bytes.count))
                let value = [0, 1, 7, 8, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: random.next())]
                bytes[place] = value[Int(random.next() % 8)]
            }
            if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count - 1))) }
            let counted = CountedReads(bytes)
            if let found = try MediaFacts.read(counted) {
                #expect(found.duration.map { $0.isFinite && $0 >= 0 } ?? true)
            }
            #expect(counted.bytes < 100 * whole.count && counted.calls < 1000)
        }
        // A million boxes, one inside of the other or one behind the other.
        for parts in [[UInt8](repeating: 0, count: 0), box("trak", [])] {
            let many = box("ftyp", [0, 0, 0, 0]) + box("moov", (0..<100_000).flatMap { _ in parts + box("udta", []) })
            let counted = CountedReads(many)
            #expect(try MediaFacts.read(counted) == nil)
            #expect(counted.calls < 5000)
        }
    }
}

/// Memory that counts how much of it is read.
private final class CountedReads: ByteSource {
    private let memory: MemoryBytes
    private(set) var calls = 0
    private(set) var bytes = 0

    init(_ bytes: [UInt8]) { memory = MemoryBytes(bytes) }

    var length: Int64? { memory.length }

    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        let piece = memory.bytes(at: offset, count: count)
        calls += 1
        bytes += piece.count
        return piece
    }
}
