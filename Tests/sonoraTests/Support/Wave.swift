// Wave: WAV files with whatever in them.

enum Wave {
    static func word(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A header of 44 bytes, true to what follows unless told otherwise.
    static func header(
        data: Int, rate: Int = 8000, channels: Int = 1, bits: Int = 16, isFloat: Bool = false
    ) -> [UInt8] {
        let frame = channels * bits / 8
        let parts: [[UInt8]] = [
            Array("RIFF".utf8), word(36 + data, 4), Array("WAVEfmt ".utf8), word(16, 4), word(isFloat ? 3 : 1, 2),
            word(channels, 2), word(rate, 4), word(rate * frame, 4), word(frame, 2), word(bits, 2),
            Array("data".utf8), word(data, 4),
        ]
        return parts.flatMap { $0 }
    }

    /// Mono, 16 bits.
    static func pcm(_ samples: [Int16], rate: Int = 8000) -> [UInt8] {
        header(data: samples.count * 2, rate: rate) + samples.flatMap { word(Int($0), 2) }
    }

    /// Mono, 32-bit floats of any kind.
    static func float(_ samples: [Float], rate: Int = 8000) -> [UInt8] {
        header(data: samples.count * 4, rate: rate, bits: 32, isFloat: true)
            + samples.flatMap { word(Int($0.bitPattern), 4) }
    }

    /// A square wave at a quarter of full scale.
    static func tone(seconds: Double, rate: Int = 8000) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map { ($0 / 20).isMultiple(of: 2) ? 8192 : -8192 }
    }

    /// Tones and pauses of a second each.
    static func pulses(seconds: Int, rate: Int = 8000) -> [Int16] {
        (0..<seconds * rate).map { index in
            let height: Int16 = (index / rate).isMultiple(of: 2) ? 12 : 8192
            return (index / 20).isMultiple(of: 2) ? height : -height
        }
    }
}
