// SegmentCutter: the sound of segments at an engine's rate, cut out of the sound that goes by.

import Analysis

/// Resamples a memo as it is read, once, and keeps as much of it as the longest segment needs, so that a segment can be cut
/// out when it settles. Cuts have no edges of their own: what lies around them was there when it was resampled.
public struct SegmentCutter: ~Copyable {
    private var resampler: Resampler
    private let keeps: Int
    /// Newest samples at the engine's rate, and a little more than has to be kept.
    private var kept: [Float] = []
    /// Number of the first sample that is kept.
    private var first = 0

    /// - Parameters:
    ///   - sampleRate: Hz of the memo.
    ///   - engineRate: Hz of what is cut out.
    ///   - longest: seconds from the start of a segment to when it settles, at most.
    public init(sampleRate: Int, engineRate: Int, longest: Double) throws(TranscriptionError) {
        resampler = try Resampler(from: sampleRate, to: engineRate)
        keeps = Int((longest * Double(engineRate)).rounded(.up))
        kept.reserveCapacity(2 * keeps)
    }

    /// Takes the mono sound of the memo.
    public mutating func push(_ mono: [Float]) {
        resampler.push(mono, count: mono.count, into: &kept)
        // In large steps, so that each sample is moved at most once.
        guard kept.count > 2 * keeps else { return }
        let gone = kept.count - keeps
        kept.removeFirst(gone)
        first += gone
    }

    /// The memo has ended.
    public mutating func finish() { resampler.finish(into: &kept) }

    /// The samples of a stretch; shorter where some of it is not there (any more).
    public func samples(of span: TimeSpan) -> [Float] {
        let rate = Double(resampler.to)
        let start = Int((span.start * rate).rounded()) - first
        let end = Int((span.end * rate).rounded()) - first
        let range = (start..<max(start, end)).clamped(to: 0..<kept.count)
        return Array(kept[range])
    }

    /// Seconds that have come out of the resampler.
    public var seconds: Double { Double(first + kept.count) / Double(resampler.to) }

    public var engineRate: Int { resampler.to }
}
