// WaveformPairs: min/max pairs at a fixed number of samples per pixel, for waveform viewers.

/// 16-bit min/max pairs, interleaved, as the program audiowaveform computes them.
public struct WaveformPairs: Sendable, Equatable {
    public static let samplesPerPixelRange = 2...1_000_000

    public let samplesPerPixel: Int
    private var minima = PackedNumbers(.same)
    private var maxima = PackedNumbers(.same)
    private var low: Float = .infinity
    private var high: Float = -.infinity
    private var samplesInPair = 0

    /// - Parameter samplesPerPixel: within `samplesPerPixelRange`; anything else is a mistake of the program.
    public init(samplesPerPixel: Int) {
        precondition(Self.samplesPerPixelRange.contains(samplesPerPixel), "a pixel covers 2 to 1,000,000 samples")
        self.samplesPerPixel = samplesPerPixel
    }

    public var count: Int { minima.count }

    /// min, max, min, max, …
    public var values: some Sequence<Int16> {
        sequence(state: (minima.makeIterator(), maxima.makeIterator(), true)) { state in
            defer { state.2.toggle() }
            return (state.2 ? state.0.next() : state.1.next()).map { Int16($0) }
        }
    }

    /// Bytes that hold the pairs.
    package var byteCount: Int { minima.byteCount + maxima.byteCount }

    package mutating func push(_ mono: [Float], count: Int) {
        for index in 0..<count {
            low = min(low, mono[index])
            high = max(high, mono[index])
            samplesInPair += 1
            if samplesInPair == samplesPerPixel { closePair() }
        }
    }

    /// Closes a last pair that covers fewer samples.
    package mutating func finish() {
        if samplesInPair > 0 { closePair() }
    }

    private mutating func closePair() {
        minima.append(Self.integer(low))
        maxima.append(Self.integer(high))
        low = .infinity
        high = -.infinity
        samplesInPair = 0
    }

    private static func integer(_ sample: Float) -> Int {
        Int(min(max((sample * 32_768).rounded(), -32_768), 32_767))
    }
}
