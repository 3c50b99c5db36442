// Salvage: headers that promise too much, too little or nothing at all, and what is said of them.

import Capture
import TestSignals
import Testing

@Suite("Salvage") struct SalvageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ file: WaveBytes) throws -> any BlockSource {
        try Memo(path: folder.write(file.bytes, as: "memo.wav")).open()
    }

    private func wave(claimed: UInt32? = nil) -> WaveBytes {
        WaveBytes.file(
            .s16le, channels: 1, sampleRate: 8000, data: [UInt8](repeating: 1, count: 16_000), claimedData: claimed)
    }

    @Test("a recorder that crashed left a size of zero: the samples are read all the same")
    func crashed() throws {
        let found = try readAll(open(wave(claimed: 0)))
        #expect(found.frames == 8000)
        #expect(found.salvage?.kind == "unknownLength")
        #expect(found.salvage?.secondsRecovered == 1)
    }

    @Test("a recorder that streamed left the largest size", arguments: [0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func streamed(claimed: UInt32) throws {
        let found = try readAll(open(wave(claimed: claimed)))
        #expect(found.frames == 8000)
        #expect(found.salvage?.kind == "unknownLength")
        #expect(found.salvage?.secondsRecovered == 1)
    }

    @Test("a file that was cut says how much is there")
    func cut() throws {
        let found = try readAll(open(wave(claimed: 64_000)))
        #expect(found.frames == 8000)
        #expect(found.salvage?.kind == "truncated")
        #expect(found.salvage?.detail.contains("1.0 s of 4.0 s") == true)
    }

    @Test("no samples but a chunk behind them is an empty memo, not sound")
    func empty() throws {
        var file = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [])
        file.chunks.append(.init("LIST", [UInt8](repeating: 65, count: 48)))
        #expect(try readAll(open(file)).frames == 0)
    }

    @Test("a size of exabytes is damage and no trap", arguments: [1 << 61, 1 << 50, .max] as [UInt64])
    func exabytes(size: UInt64) throws {
        var file = wave(claimed: 0xFFFF_FFFF)
        file.container = "RF64"
        file.chunks.insert(WaveBytes.longSizes(data: size, frames: size), at: 0)
        #expect(try readAll(open(file)).frames == 8000)
    }

    @Test("raw samples that begin with a WAV header are not silently taken for sound")
    func headerAsSound() throws {
        let path = try folder.write(wave().bytes, as: "memo.raw")
        let raw = try RawFormat(parsing: "8000:1:s16le")
        #expect(try readAll(Memo(path: path, raw: raw).open()).salvage?.kind == "headerAsSound")
    }
}
