// Sample encodings against closed forms, and the words of --raw.

import Capture
import TestSignals
import Testing

@Suite("PCM encoding") struct PCMEncodingTests {
    private func decode(_ encoding: PCMEncoding, _ bytes: [UInt8]) -> [Float] {
        let count = bytes.count / encoding.bytesPerSample
        var samples = [Float](repeating: .nan, count: count)
        encoding.decode(bytes, count: count, into: &samples)
        return samples
    }

    @Test("integers are scaled by a power of two")
    func integers() {
        func expect(_ encoding: PCMEncoding, _ bytes: [UInt8], _ steps: [Float], of scale: Float) {
            #expect(decode(encoding, bytes) == steps.map { $0 / scale })
        }
        expect(.u8, [0, 64, 128, 192, 255], [-128, -64, 0, 64, 127], of: 128)
        expect(.s16le, [0, 0, 0, 0x80, 0xFF, 0x7F, 1, 0, 0xFF, 0xFF], [0, -32_768, 32_767, 1, -1], of: 32_768)
        expect(
            .s24le, [0, 0, 0x80, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0xFF, 0xFF, 0xFF], [-8_388_608, 8_388_607, 1, -1],
            of: 8_388_608)
        expect(.s32le, [0, 0, 0, 0x80, 0, 0, 0, 0x40, 0, 0, 0, 0xC0], [-1, 0.5, -0.5], of: 1)
    }

    @Test("floats are taken as they are")
    func floats() {
        let values: [Float] = [0, -0.0, 1, -1, 1.5, .pi, .leastNonzeroMagnitude, .infinity]
        #expect(decode(.f32le, PCMEncoding.f32le.encode(values)).map(\.bitPattern) == values.map(\.bitPattern))
        #expect(decode(.f64le, PCMEncoding.f64le.encode(values)).map(\.bitPattern) == values.map(\.bitPattern))
        #expect(decode(.f64le, little(Double(0.1).bitPattern)) == [0.1])
    }

    @Test("only as many samples as asked for are touched", arguments: PCMEncoding.allCases)
    func count(encoding: PCMEncoding) {
        var samples: [Float] = [7, 7, 7]
        encoding.decode(encoding.encode([0.5, 0.25, 0.125]), count: 2, into: &samples)
        #expect(samples == [0.5, 0.25, 7])
    }

    @Test("encoding and decoding give the same bytes", arguments: PCMEncoding.allCases)
    func roundTrip(encoding: PCMEncoding) {
        let bytes = sampleBytes(encoding, frames: 500, channels: 1)
        guard encoding != .s32le else { return }
        #expect(encoding.encode(decode(encoding, bytes)) == bytes)
    }

    @Test("a raw format is rate, channels and encoding")
    func rawFormat() throws {
        let format = try RawFormat(parsing: "16000:2:s16le")
        #expect(format.sampleRate == 16_000 && format.channels == 2 && format.encoding == .s16le)
        for encoding in PCMEncoding.allCases {
            #expect(try RawFormat(parsing: "8000:1:\(encoding.rawValue)").encoding == encoding)
        }
    }

    @Test(
        "other words are refused with an example",
        arguments: [
            "", ":", "::", "16000", "16000:1", "16000:1:s16le:", ":1:s16le", "16000::s16le", "16000:1:", "999:1:s16le",
            "768001:1:s16le", "-16000:1:s16le", "16000:0:s16le", "16000:1025:s16le", "16000:1:s16be", "16000:1:S16LE",
            "16k:1:s16le", "16000:one:s16le", " 16000:1:s16le", "16000.5:1:s16le", "99999999999999999999:1:s16le",
        ])
    func wrongRawFormat(text: String) {
        let error = failure { _ = try RawFormat(parsing: text) }
        #expect(error?.code == .badRawFormat)
        #expect(error?.description.contains("16000:1:s16le") == true)
    }
}
