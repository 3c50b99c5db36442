// Level formats: the bloom as lines, and waveform data as the program audiowaveform writes it.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LevelFormatTests {
    private static let stereo = Sonora.samples + "/stereo-interview.wav"

    private func levels(_ options: String..., memo: String = Sonora.note) throws -> Outcome {
        let outcome = try Sonora.run(["levels", memo] + options)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return outcome
    }

    @Test(arguments: [1, 30, 60, 240])
    func `there is a line for every frame`(fps: Int) throws {
        let lines = try levels("--fps", "\(fps)").lines
        #expect(lines.count == Int((12.8 * Double(fps)).rounded(.up)))
        #expect(lines.first == "0.000000\t0.0000\t1.0000")
        let columns = lines.map { $0.split(separator: "\t").compactMap { Double($0) } }
        for (frame, column) in columns.enumerated() {
            try #require(column.count == 3)
            #expect(abs(column[0] - Double(frame) / Double(fps)) < 1e-6)
            #expect((0...1).contains(column[1]) && (0.99...1.06).contains(column[2]))
        }
        if fps > 1 { #expect(columns.contains { $0[1] > 0.5 } && columns.contains { $0[2] > 1.02 }) }
    }

    @Test func `CSV adds the rings`() throws {
        let lines = try levels("--format", "csv").lines
        #expect(lines.first == "time,level,scale,ringScale,ringOpacity")
        let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        try #require(rows.allSatisfy { $0.count == 5 })
        let rings = rows.compactMap { row in Double(row[3]).flatMap { scale in Double(row[4]).map { (scale, $0) } } }
        #expect(rings.count > 60)
        #expect(rings.allSatisfy { (1...2).contains($0.0) && (0...0.3).contains($0.1) })
        // Nobody speaks in the first 0.2 s.
        #expect(rows.prefix(12).allSatisfy { $0[3].isEmpty && $0[4].isEmpty })
    }

    @Test func `less motion has no rings and no swing`() throws {
        let rows = try levels("--format", "csv", "--reduce-motion").lines.dropFirst()
        #expect(rows.allSatisfy { $0.hasSuffix(",,") })
        let scales = rows.compactMap { Double($0.split(separator: ",")[2]) }
        #expect(scales.allSatisfy { (1...1.05).contains($0) })
        #expect(zip(scales, scales.dropFirst()).allSatisfy { abs($1 - $0) <= 0.05 / 6 + 0.0001 })
    }

    @Test func `JSON has levels and a bloom of that rate`() throws {
        let document = try levels("--format", "json", "--fps", "30").object()
        #expect(dig(document, "levels", "bloom", "framesPerSecond") as? Int == 30)
        #expect((dig(document, "levels", "bloom", "level") as? [Double])?.count == 384)
        #expect(document["memo"] as? String == Sonora.note)
    }

    @Test(arguments: [(256, 16), (512, 8), (1000, 16), (1_000_000, 8)])
    func `audiowaveform JSON has its keys, and two values per pixel`(samplesPerPixel: Int, bits: Int) throws {
        let outcome = try levels(
            "--format", "audiowaveform", "--samples-per-pixel", "\(samplesPerPixel)", "--bits", "\(bits)")
        let document = try outcome.object()
        #expect(
            Set(document.keys) == [
                "version", "channels", "sample_rate", "samples_per_pixel", "bits", "length", "data",
            ])
        #expect(document["version"] as? Int == 2 && document["channels"] as? Int == 1)
        #expect(document["sample_rate"] as? Int == 16_000 && document["bits"] as? Int == bits)
        #expect(document["samples_per_pixel"] as? Int == samplesPerPixel)
        let length = try #require(document["length"] as? Int)
        #expect(length == (204_800 + samplesPerPixel - 1) / samplesPerPixel)
        let data = try #require(document["data"] as? [Int])
        try #require(data.count == 2 * length)
        let limit = bits == 8 ? 128 : 32_768
        for index in stride(from: 0, to: data.count, by: 2) {
            #expect(data[index] <= data[index + 1] && data[index] >= -limit && data[index + 1] < limit)
        }
    }

    @Test(arguments: [8, 16])
    func `the binary form is a header of 24 bytes and the same values`(bits: Int) throws {
        let options = ["--samples-per-pixel", "300", "--bits", "\(bits)"]
        let binary = try Sonora.run(["levels", Self.stereo, "--format", "audiowaveform-dat"] + options).output
        let document = try Sonora.run(["levels", Self.stereo, "--format", "audiowaveform"] + options).object()
        try #require(binary.count >= 24)
        func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(binary[at + $1]) << (8 * $1) } }
        let length = try #require(document["length"] as? Int)
        #expect([0, 4, 8, 12, 16, 20].map(word) == [2, bits == 8 ? 1 : 0, 48_000, 300, length, 1])
        try #require(binary.count == 24 + 2 * length * bits / 8)
        let values = stride(from: 24, to: binary.count, by: bits / 8).map { at in
            bits == 8
                ? Int(Int8(bitPattern: binary[at]))
                : Int(Int16(bitPattern: UInt16(binary[at]) | UInt16(binary[at + 1]) << 8))
        }
        #expect(values == document["data"] as? [Int])
    }

    @Test func `the pairs are the extremes of their samples`() throws {
        let scratch = try Scratch()
        let samples: [Int16] = [5, -7, 3, 9, 0, 0, 0, 0, -32_768, 32_767, 1, 2, 100]
        let memo = try scratch.file("known.wav", Wave.pcm(samples))
        let document = try levels("--format", "audiowaveform", "--samples-per-pixel", "4", memo: memo).object()
        #expect(document["data"] as? [Int] == [-7, 9, 0, 0, -32_768, 32_767, 100, 100])
    }
}
