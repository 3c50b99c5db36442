// SampleBytes: samples as the bytes of an encoding.

import Capture

extension PCMEncoding {
    /// Samples as this encoding stores them; values beyond full scale are clipped in integers.
    public func encode(_ samples: [Float]) -> [UInt8] {
        samples.flatMap { sample -> [UInt8] in
            switch self {
            case .u8: [UInt8(truncatingIfNeeded: Self.integer(sample, bits: 8) + 128)]
            case .s16le: little(Int16(truncatingIfNeeded: Self.integer(sample, bits: 16)))
            case .s24le: Array(little(Int32(truncatingIfNeeded: Self.integer(sample, bits: 24))).prefix(3))
            case .s32le: little(Int32(truncatingIfNeeded: Self.integer(sample, bits: 32)))
            case .f32le: little(sample.bitPattern)
            case .f64le: little(Double(sample).bitPattern)
            }
        }
    }

    private static func integer(_ sample: Float, bits: Int) -> Int {
        let scale = Double(1 << (bits - 1))
        return Int(min(max((Double(sample) * scale).rounded(), -scale), scale - 1))
    }
}
