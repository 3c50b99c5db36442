// NetLayers: the two kinds of sums the net is made of, as vector code.

/// Every output is a weighted sum of every input: one matrix, one bias.
struct DenseLayer: Sendable {
    /// Lanes of a row: as many outputs as the net has channels.
    private static let quads = SpeechNet.channels / 4
    private let inputs: Int
    /// A row of outputs for each input.
    private let weights: [SIMD4<Float>]
    private let bias: [SIMD4<Float>]

    /// - Parameters:
    ///   - weights: input after input, each with its weights on all outputs.
    ///   - bias: a value per output.
    init(weights: ArraySlice<Float>, bias: ArraySlice<Float>) {
        precondition(bias.count == SpeechNet.channels && weights.count.isMultiple(of: SpeechNet.channels))
        inputs = weights.count / SpeechNet.channels
        self.weights = packed(weights)
        self.bias = packed(bias)
    }

    /// - Parameter rectified: whether negative sums become 0.
    @inline(__always)
    func apply(_ values: [Float], into result: inout [Float], rectified: Bool) {
        precondition(values.count >= inputs && result.count >= SpeechNet.channels)
        let values = values.span
        let weights = weights.span
        // Eight sums in eight registers; an array of them would go through memory.
        var (a, b, c, d) = (bias[0], bias[1], bias[2], bias[3])
        var (e, f, g, h) = (bias[4], bias[5], bias[6], bias[7])
        var row = 0
        for input in 0..<inputs {
            let value = SIMD4<Float>(repeating: values[unchecked: input])
            a += value * weights[unchecked: row]
            b += value * weights[unchecked: row &+ 1]
            c += value * weights[unchecked: row &+ 2]
            d += value * weights[unchecked: row &+ 3]
            e += value * weights[unchecked: row &+ 4]
            f += value * weights[unchecked: row &+ 5]
            g += value * weights[unchecked: row &+ 6]
            h += value * weights[unchecked: row &+ 7]
            row &+= Self.quads
        }
        // Without this, sums of layers that may be negative would be cut, too.
        let least = SIMD4<Float>(repeating: rectified ? 0 : -.infinity)
        var result = result.mutableSpan
        store(higher(a, least), into: &result, 0)
        store(higher(b, least), into: &result, 4)
        store(higher(c, least), into: &result, 8)
        store(higher(d, least), into: &result, 12)
        store(higher(e, least), into: &result, 16)
        store(higher(f, least), into: &result, 20)
        store(higher(g, least), into: &result, 24)
        store(higher(h, least), into: &result, 28)
    }
}

/// Each channel is a weighted sum of its own past: a few taps and a bias, rectified.
struct TapLayer: Sendable {
    /// A row of channels for each tap, the oldest first.
    private let weights: [Float]
    private let bias: [Float]

    init(weights: ArraySlice<Float>, bias: ArraySlice<Float>) {
        precondition(weights.count == SpeechNet.taps * SpeechNet.channels && bias.count == SpeechNet.channels)
        self.weights = Array(weights)
        self.bias = Array(bias)
    }

    /// - Parameters:
    ///   - history: rows of channels.
    ///   - newest: number of the last row that was written.
    ///   - dilation: rows from tap to tap.
    @inline(__always)
    func apply(_ history: RowRing, newest: Int, dilation: Int, into result: inout [Float]) {
        let channels = SpeechNet.channels
        precondition(history.width == channels && result.count >= channels)
        precondition((SpeechNet.taps - 1) * dilation < history.rows)
        var rows = SIMD8<Int>()
        for tap in 0..<SpeechNet.taps {
            rows[tap] = history.start(of: newest - (SpeechNet.taps - 1 - tap) * dilation)
        }
        let history = history.values.span
        let weights = weights.span
        let bias = bias.span
        var result = result.mutableSpan
        var channel = 0
        while channel < channels {
            var sum = quad(bias, channel)
            for tap in 0..<SpeechNet.taps {
                sum += quad(history, rows[tap] &+ channel) * quad(weights, tap &* channels &+ channel)
            }
            store(higher(sum, SIMD4()), into: &result, channel)
            channel &+= 4
        }
    }
}

private func packed(_ values: ArraySlice<Float>) -> [SIMD4<Float>] {
    stride(from: values.startIndex, to: values.endIndex, by: 4).map {
        SIMD4(values[$0], values[$0 + 1], values[$0 + 2], values[$0 + 3])
    }
}
