// The command as its own helper: codecs give the same through it as without, and one line for each file it cannot read.

import Capture
import Foundation
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct HelperTests {
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

    @Test func `a program that names itself as its decoder and is none does not start itself without end`() throws {
        // The command, but as if it did not know the word: it opens a memo of its own, for which it starts its decoder.
        let memo = Sonora.samples + "/lecture.flac"
        let script = "#!/bin/sh\nexec '\(Sonora.path)' segments '\(memo)'\n"
        let host = try scratch.file("host", Array(script.utf8))
        #expect(try Sonora.shell("chmod 755 \"$1\"", [host]).status == 0)
        let error = try #require(throws: CaptureError.self) {
            _ = try Memo(path: memo, decoder: DecoderHost(program: host)).open()
        }
        #expect(error.code == .readFailed && error.problem.contains("does not act as a decoder"), "\(error.problem)")
        #expect(error.advice.contains("DecoderService.run"))
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

    /// Noise in which nothing repeats, as a FLAC of many frames, and the same with some of its bytes broken.
    private func damaged(at place: Double) throws -> (whole: [Float], path: String) {
        let format = LibraryFormat.all.first {
            $0.container.hasPrefix("FLAC") && $0.channels == 1 && $0.encoding.contains("16")
        }
        let path = try written(try #require(format), frames: 200_000)
        var bytes = try bytes(of: path)
        let start = Int(Double(bytes.count) * place)
        for index in start..<start + 100 { bytes[index] ^= 0x5A }
        return (try #require(LibraryFile(reading: path)).samples, try scratch.file("damaged.flac", bytes))
    }

    @Test(arguments: [0.05, 0.5])
    func `a FLAC is read on behind a broken frame`(place: Double) throws {
        let (whole, path) = try damaged(at: place)
        let source = try Memo(path: path, decoder: DecoderHost(program: Sonora.path)).open()
        let found = try readAll(source)
        try #require(found.count == whole.count)
        // All but a frame or two, and that is silence.
        let lost = whole.indices.filter { found[$0] != whole[$0] }
        let first = try #require(lost.first)
        let last = try #require(lost.last)
        #expect(abs(Double(first) - place * Double(whole.count)) < 10_000 && last - first < 10_000)
        #expect(lost.allSatisfy { abs(found[$0]) < 0.5 })
        let salvage = try #require(source.salvage)
        #expect(salvage.kind == "damaged" && salvage.detail.contains("ffmpeg read on"))
        #expect(salvage.secondsRecovered == Double(whole.count) / Double(source.format.sampleRate))
    }

    @Test func `without ffmpeg, or where it finds no more, the first word counts`() throws {
        let (_, path) = try damaged(at: 0.05)
        let nothing = try Media.path("ffmpeg", "exit 1", in: scratch)
        for folder in ["/nowhere", nothing] {
            let outcome = try Sonora.run(["process", "--format", "json", path], environment: ["PATH": folder])
            #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
            #expect(try dig(outcome.object(), "memo", "salvage", "kind") as? String == "truncated")
        }
    }

    @Test(arguments: [("MPEG", "MPEG Layer III"), ("OGG", "Vorbis")])
    func `what an MP3 or an Ogg has lost is told by the length it declares`(container: String, codec: String) throws {
        let format = LibraryFormat.all.first {
            $0.container.hasPrefix(container) && $0.channels == 1 && $0.encoding == codec
        }
        let path = try written(try #require(format), frames: 400_000)
        let whole = try Sonora.run("process", "--format", "json", path).object()
        #expect(dig(whole, "memo", "salvage") is NSNull)
        var bytes = try bytes(of: path)
        bytes.removeSubrange(bytes.count * 2 / 5..<bytes.count * 3 / 5)
        let outcome = try Sonora.run("process", "--format", "json", scratch.file("hole.\(container)", bytes))
        #expect(outcome.status == 0 && outcome.errors.contains("less sound than the file declares"))
        #expect(try dig(outcome.object(), "memo", "salvage", "kind") as? String == "truncated")
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
