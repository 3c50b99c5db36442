// SparseLook: a first answer about a long memo, from short stretches spread over it.

import Analysis
import Capture

/// Reads stretches in an order that covers the memo evenly whenever it is stopped, so that a slow disk costs detail
/// and not the budget.
package struct SparseLook {
    static let stretches = 256
    /// How much of the immediate budget looking around may take: a half.
    static let shareOfBudget = 2
    static let stretchSeconds = 0.02
    /// The bloom needs sound without gaps: it is shown for the beginning of the memo.
    static let bloomSeconds = 2.0

    var levels: LevelSummary
    var overview: WaveformOverview
    var bloom: BloomTrack

    /// - Parameters:
    ///   - source: a memo of known length that can be looked around in; `nil` comes back for another.
    ///   - parameters: those of the whole memo, so that its bloom begins alike.
    ///   - isLate: whether to stop looking; asked before each stretch.
    init?(of source: any BlockSource, parameters: AnalysisParameters, isLate: () -> Bool) throws(CaptureError) {
        let format = source.format
        let frames = format.declaredFrames ?? 0
        let time = TimeBase(sampleRate: format.sampleRate)
        var sampler = LevelSampler(
            time: time, channels: format.channels, stretches: Self.stretches, parameters: parameters)
        var block = AudioBlock(
            capacity: max(1, Int(Double(format.sampleRate) * Self.stretchSeconds)), channels: format.channels)

        let opening = (0..<Int(Double(format.sampleRate) * Self.bloomSeconds) / block.capacity)
            .map { Int64($0 * block.capacity) }
        let order = Self.evenOrder(Self.stretches)
        let starts = opening + order.map { frames * Int64($0) / Int64(Self.stretches) }
        guard let stretches = try source.stretches(at: starts, frames: block.capacity) else { return nil }
        for number in starts.indices {
            if isLate() { break }
            guard try stretches.next(into: &block) else { break }
            guard block.frames > 0 else { continue }
            if number < opening.count {
                sampler.pushOpening(block.samples, frames: block.frames)
            } else {
                sampler.push(block.samples, frames: block.frames, stretch: order[number - opening.count])
            }
        }
        levels = sampler.levels
        bloom = sampler.bloom
        overview = sampler.overview(duration: Double(frames) / Double(format.sampleRate))
    }

    /// 0…count − 1 with the bits reversed: 0, ½, ¼, ¾, ⅛, …
    package static func evenOrder(_ count: Int) -> [Int] {
        precondition(count > 0 && count & (count - 1) == 0, "the count is a power of two")
        let bits = count.trailingZeroBitCount
        return (0..<count).map { index in
            (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
        }
    }
}
