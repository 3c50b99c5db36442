// The command as its own helper: codecs give the same through it as without, and one line for each file it cannot read.

import Capture
import Foundation
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(5))) struct HelperTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// One of each codec and container that Sonora does not read by itself.
    private static let formats = LibraryFormat.all.filter { format in
        let isPlain = format.encoding.contains("PCM") && !format.encoding.contains("DPCM")
        let isParsed = ["wav", "w64", "aiff", "caf", "rf64"].contains(format.ending)
        return format.channels == 1 && format.byteOrder.isEmpty && !["raw", "sd2"].contains(format.ending)
            && !(isPlain && isParsed)
    }

    private func written(_ format: LibraryFormat, frames: Int = 16_000) throws -> String {
        let path = "\(scratch.folder)/memo.\(format.ending)"
        let sound = Signal.whiteNoise(level: -20, seconds: Double(frames) / 1000, sampleRate: 1000, seed: 3).samples
        try #require(LibraryFile.write(sound, as: format, to: path))
        return path
    }

    private func readAll(_ source: any BlockSource) throws -> [Float] {
        var block = AudioBlock(capacity: 1000, channels: source.format.channels)
        var samples: [Float] = []
        while try source.read(into: &block) > 0 { samples += block.samples[..<(block.frames * block.channels)] }
        return samples
    }

    @Test(arguments: formats)
    func `what the helper decodes is what the library decodes`(format: LibraryFormat) throws {
        let path = try written(format)
        let alone = try #require(LibraryFile(reading: path))
        let source = try Memo(path: path, decoder: DecoderHost(program: Sonora.path)).open()
        #expect(try source.format == Memo(path: path).open().format)
        let same = try readAll(source) == alone.samples
        #expect(same && source.salvage == nil)
    }

    @Test(arguments: ["FLAC", "OGG", "MPEG", "AU", "WAV"])
    func `the command tells of a codec what it tells of the same sound in a WAV`(container: String) throws {
        let codecs = ["Signed 16 bit PCM", "Vorbis", "MPEG Layer III", "U-Law", "IMA ADPCM"]
        let format = LibraryFormat.all.first {
            $0.container.hasPrefix(container) && $0.channels == 1 && codecs.contains($0.encoding)
        }
        let path = try written(try #require(format), frames: 40_000)
        let alone = try #require(LibraryFile(reading: path))
        let plain = try scratch.file("plain.wav", Wave.float(alone.samples, rate: alone.sampleRate))
        let documents = try [path, plain].map { path in
            let outcome = try Sonora.run("process", "--format", "json", path)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return try outcome.object()
        }
        for key in ["levels", "onsets", "activity", "segments", "transcript", "insights"] {
            #expect(try canonical(documents[0][key]) == canonical(documents[1][key]), "\(key)")
        }
        #expect(dig(documents[0], "memo", "format", "frames") as? Int == alone.frames)
    }

    @Test(arguments: [2, 3, 10])
    func `a FLAC that was cut says how much was there`(part: Int) throws {
        let whole = try bytes(of: Sonora.samples + "/lecture.flac")
        let path = try scratch.file("cut.flac", whole.prefix(whole.count / part))
        let source = try Memo(path: path, decoder: DecoderHost(program: Sonora.path)).open()
        let frames = try readAll(source).count / source.format.channels
        let declared = try #require(source.format.declaredFrames)
        #expect(frames > 0 && frames < Int(declared))
        #expect(source.salvage?.kind == "truncated" || source.salvage?.kind == "damaged")
        #expect(source.salvage?.secondsRecovered == Double(frames) / Double(source.format.sampleRate))
    }

    private static let broken: [(String, [UInt8])] = {
        let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let heads = [
            "fLaC", "OggS", "ID3\u{3}", "ADIF", "#!AMR\n", "RIFFxxxxAVI ", "FORMxxxxAIFF", "FORMxxxx8SVX", "caff",
            "NIST_1A", "Creative Voice File\u{1A}", "2BIT", " paf", "PVF1\n", "Extended Instrument: ", "wvpk", ".snd",
            "MATLAB 5.0 MAT-file", "RIFFxxxxWAVEfmt ", "RF64xxxxWAVEds64", "xxxxftypM4A ", "FLV\u{1}", "TTA1", "MAC ",
        ]
        return heads.map { ($0.filter(\.isLetter), Array($0.utf8) + noise) } + [
            ("asf", [0x30, 0x26, 0xB2, 0x75] + noise), ("matroska", [0x1A, 0x45, 0xDF, 0xA3] + noise),
            ("adts", [0xFF, 0xF1] + noise), ("mpeg", [0xFF, 0xFB, 0x90, 0x00] + noise),
        ]
    }()

    @Test(arguments: broken)
    func `noise behind any header is one line that names the file`(name: String, bytes: [UInt8]) throws {
        let path = try scratch.file("memo \(name)", bytes)
        let outcome = try Sonora.run("process", "--format", "json", path)
        #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("sonora: \(path): "), "\(outcome.errors)")
        // Where a decoder takes noise for sound, there is sound.
        if outcome.status != 1 { #expect(dig(try outcome.object(), "memo", "salvage", "detail") is String) }
    }
}
