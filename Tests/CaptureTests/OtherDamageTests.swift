// Damage of W64, AIFF and CAF: sizes that lie, chunks astray, files cut short; all whole frames that are there are read.

import Capture
import TestSignals
import Testing

private let values: [Int16] = (0..<8000).map { Int16(truncatingIfNeeded: $0 &* 2999 &+ 77) }
private let samples = values.map { Float($0) / 32_768 }
private let lowFirst: [UInt8] = values.flatMap { little($0) }
private let highFirst: [UInt8] = values.flatMap { big($0) }

/// A container, and how a test writes it.
private struct Container: Sendable {
    var name: String
    var format: WideChunk
    /// Chunks that other programs write around the samples.
    var others: [WideChunk]
    /// In front of the samples, inside of their chunk.
    var dataTag: String
    var preamble: [UInt8]
    var sound: [UInt8]
    /// What stands in the size of a chunk besides its body.
    var ownBytes: UInt64 = 0
    /// Sizes by which a writer says that it does not know.
    var unknown: [UInt64]
    var file: @Sendable ([WideChunk], UInt64?) -> [UInt8]

    func data(_ claimed: UInt64? = nil, _ part: Range<Int> = 0..<16_000) -> WideChunk {
        WideChunk(dataTag, preamble + sound[part], claimedSize: claimed)
    }

    static let wave64 = Container(
        name: "W64", format: WideChunk("fmt ", WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16)),
        others: [
            WideChunk("junk", [UInt8](repeating: 3, count: 29)), WideChunk("levl", [UInt8](repeating: 0, count: 100)),
        ],
        dataTag: "data", preamble: [], sound: lowFirst, ownBytes: 24, unknown: [0, 24, 1, .max, 1 << 63, 1 << 60],
        file: { Wave64Bytes.file($0, claimedSize: $1) })

    static let aiff = Container(
        name: "AIFF", format: aiffFormat(frames: 8000),
        others: [WideChunk("NAME", Array("A name".utf8)), WideChunk("ANNO", [UInt8](repeating: 65, count: 31))],
        dataTag: "SSND", preamble: [UInt8](repeating: 0, count: 8), sound: highFirst,
        // The last is sox's, through a pipe.
        unknown: [0, 8, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x7FFF_F000, 0x7F00_0008],
        file: { AIFFBytes.file($0, claimedSize: $1.map { UInt32(truncatingIfNeeded: $0) }) })

    static let caf = Container(
        name: "CAF", format: WideChunk("desc", CAFBytes.format(channels: 1, bits: 16, sampleRate: 8000)),
        others: [
            WideChunk("free", [UInt8](repeating: 0, count: 4001)),
            WideChunk("info", big(UInt32(1)) + Array("title".utf8) + [0] + Array("A name".utf8) + [0]),
        ],
        dataTag: "data", preamble: [0, 0, 0, 0], sound: highFirst, unknown: [0, 4, 1, .max, 1 << 63, 1 << 62],
        file: { chunks, _ in CAFBytes.file(chunks) })

    static let all = [wave64, aiff, caf]

    static func aiffFormat(frames: Int) -> WideChunk {
        WideChunk("COMM", AIFFBytes.format(channels: 1, frames: frames, bits: 16, sampleRate: 8000))
    }
}

/// A file that was not written as it should be, and what is in it all the same.
private struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var kind: String?
    var frames = 8000

    init(
        _ name: String, kind: String?, in container: Container, _ chunks: [WideChunk], whole: UInt64? = nil,
        lost: Int = 0
    ) {
        testDescription = "\(container.name), \(name)"
        self.kind = kind
        bytes = Array(container.file(chunks, whole).dropLast(lost))
        frames = (16_000 - lost) / 2
    }

    static func sizes(_ container: Container) -> [Damage] {
        let size = 16_000 + container.ownBytes + UInt64(container.preamble.count)
        var lies: [(UInt64, String)] = container.unknown.map { ($0, "unknownLength") }
        // Ten: W64 pads to multiples of eight, and who can tell whether the last bytes are sound?
        lies += [(size - 10, "wrongLength"), (size - 4001, "wrongLength"), (100, "wrongLength")]
        lies += [(size + 2, "truncated"), (size + 1_000_000, "truncated")]
        let wholes: [UInt64?] = container.name == "CAF" ? [nil] : [nil, 0, 46, .max]
        return wholes.flatMap { whole in
            lies.map { claimed, kind in
                Damage(
                    "whole \(whole.map { "\($0)" } ?? "true"), samples \(claimed)", kind: kind, in: container,
                    [container.format, container.data(claimed)], whole: whole)
            }
        }
    }

    static func around(_ container: Container) -> [Damage] {
        let claims: [UInt64?] = [nil, 0]
        return claims.flatMap { (claimed: UInt64?) -> [Damage] in
            let data = container.data(claimed)
            let orders: [[WideChunk]] = [
                container.others + [container.format, data], [container.format] + container.others + [data],
                [container.format, data] + container.others,
                [container.format, data] + container.others.reversed(),
            ]
            return orders.enumerated().map { number, chunks in
                Damage(
                    "size \(claimed.map { "\($0)" } ?? "true"), order \(number)",
                    kind: claimed == nil ? nil : "unknownLength", in: container, chunks)
            }
        }
    }

    static func order(_ container: Container) -> [Damage] {
        let (format, data) = (container.format, container.data())
        var large = container.others[0]
        large.claimedSize = container.name == "AIFF" ? 0xFFFF_FFF0 : 1 << 61
        var empty = format
        empty.claimedSize = 0
        return [
            Damage("samples before format", kind: "damagedHeader", in: container, [data, format]),
            Damage(
                "unfinished samples before format", kind: "unknownLength", in: container, [container.data(0), format]),
            Damage("two formats", kind: "damagedHeader", in: container, [format, format, data]),
            Damage(
                "samples in two pieces", kind: "damagedHeader", in: container,
                [format, container.data(nil, 0..<1000), container.data(nil, 1000..<16_000)]),
            Damage("a chunk that claims too much", kind: "damagedHeader", in: container, [large, format, data]),
            Damage("a format of size 0", kind: "damagedHeader", in: container, [empty, data]),
        ]
    }

    static func cut(_ container: Container) -> [Damage] {
        [1, 2, 3, 1001, 15_998, 15_999].flatMap { lost in
            [
                Damage(
                    "cut by \(lost) bytes", kind: "truncated", in: container, [container.format, container.data()],
                    lost: lost),
                Damage(
                    "unfinished and cut by \(lost) bytes", kind: "unknownLength", in: container,
                    [container.format, container.data(0)], lost: lost),
            ]
        }.filter { $0.frames > 0 }
    }

    static let all: [Damage] = Container.all.flatMap { sizes($0) + around($0) + order($0) + cut($0) }

    /// AIFF says twice how long it is, and where in its chunk the samples begin.
    static let aiff: [Damage] = {
        let aiff = Container.aiff
        let counts = [0, 1, 7999, 8001, 0x7FFF_FFFF].map { count in
            Damage(
                "COMM tells of \(count) frames", kind: nil, in: aiff,
                [Container.aiffFormat(frames: count), aiff.data()])
        }
        let crashed = Damage(
            "crashed, all numbers 0", kind: "unknownLength", in: aiff, [Container.aiffFormat(frames: 0), aiff.data(0)],
            whole: 0)
        return counts + [crashed]
            + [2, 504].flatMap { skipped in
                let body = big(UInt32(skipped)) + [0, 0, 0, 0] + [UInt8](repeating: 9, count: skipped) + highFirst
                return [
                    Damage("an offset of \(skipped)", kind: nil, in: aiff, [aiff.format, WideChunk("SSND", body)]),
                    Damage(
                        "an offset of \(skipped), unfinished", kind: "unknownLength", in: aiff,
                        [aiff.format, WideChunk("SSND", body, claimedSize: 0)]),
                ]
            }
    }()
}

@Suite("Damage of other containers") struct OtherDamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "every whole frame that is in the file is read, and what was wrong is told",
        arguments: Damage.all + Damage.aiff)
    private func everyFrame(damage: Damage) throws {
        let source = try Memo(path: folder.write(damage.bytes, as: "memo")).open()
        let found = try readAll(source)
        #expect(found.frames == damage.frames)
        #expect(found.samples == Array(samples[..<min(found.frames, damage.frames)]))
        #expect(found.salvage?.kind == damage.kind, "\(found.salvage?.detail ?? "nothing was told")")
        if damage.kind != nil { #expect(found.salvage?.secondsRecovered == Double(damage.frames) / 8000) }
    }

    @Test("a header alone is no memo, cut wherever")
    func headerOnly() throws {
        let files = Container.all.map { $0.file([$0.format, $0.data(nil, 0..<0)], nil) }
        for file in files {
            #expect(try readAll(Memo(path: folder.write(file, as: "memo")).open()).frames == 0)
            // Shorter ones are no container yet, and go to libsndfile and ffmpeg, which takes its time.
            for count in 40..<file.count {
                let path = try folder.write(Array(file[..<count]), as: "memo")
                let frames = try? readAll(Memo(path: path).open()).frames
                #expect(frames == nil || frames == 0, "\(count)")
            }
        }
    }
}
