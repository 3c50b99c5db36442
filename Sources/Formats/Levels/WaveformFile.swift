// WaveformFile: min/max pairs as the program audiowaveform stores them.
// Format: https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md

import Analysis
import Capture
import Pipeline

struct WaveformFile {
    /// Samples of each pair, where nobody says how many.
    static let usualSamplesPerPixel = 256

    let pairs: WaveformPairs
    let sampleRate: Int
    /// 8 or 16.
    let bits: Int

    /// - Parameter measurements: with the pairs that were asked for; where none were, the file holds none.
    init(_ measurements: Measurements, bits: Int) {
        pairs = measurements.waveform ?? WaveformPairs(samplesPerPixel: Self.usualSamplesPerPixel)
        sampleRate = measurements.sampleRate
        self.bits = bits
    }

    func writeJSON(to output: some ByteDestination) throws(CaptureError) {
        try output.write { json in
            json.object { json in
                for (name, value) in [
                    ("version", 2), ("channels", 1), ("sample_rate", sampleRate),
                    ("samples_per_pixel", pairs.samplesPerPixel), ("bits", bits), ("length", pairs.count),
                ] {
                    json.field(name, value)
                }
                json.array("data", pairs.values) { $0.value(Double(scaled($1)), decimals: 0) }
            }
        }
    }

    /// Version 2: a header of six 32-bit numbers, so that the data starts at byte 24; little-endian.
    func writeBinary(to output: some ByteDestination) throws(CaptureError) {
        var bytes: [UInt8] = []
        for number in [2, bits == 8 ? 1 : 0, sampleRate, pairs.samplesPerPixel, pairs.count, 1] {
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        for value in pairs.values {
            if bytes.count >= 1 << 16 {
                try output.write(bytes: bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            bytes.append(UInt8(truncatingIfNeeded: scaled(value)))
            if bits == 16 { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
        }
        try output.write(bytes: bytes)
    }

    private func scaled(_ value: Int16) -> Int16 { bits == 8 ? value >> 8 : value }
}
