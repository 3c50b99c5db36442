// SparseLook: a first answer about a long memo, from short stretches spread over it.

import Analysis
import Capture

/// Reads stretches in an order that covers the memo evenly whenever it is stopped, so that a slow disk costs detail
/// and not the budget.
package struct SparseLook {
    static let stretches = 256
    static let stretchSeconds = 0.02
    /// The bloom needs sound without gaps: it is shown for the beginning of the memo.
    static let bloomSeconds = 2.0

    var levels: LevelSummary
    var overview: WaveformOverview
    var bloom: BloomTrack

    /// - Parameters:
    ///   - source: a memo of known length, of its own: seeking in it may change what a lossy decoder gives afterwards.
    ///   - parameters: those of the whole memo, so that its bloom begins alike.
    ///   - isLate: whether to stop looking; asked before each stretch.
    init(of source: SoundFile, parameters: AnalysisParameters, isLate: () -> Bool) throws(CaptureError) {
        let format = source.format
        let frames = format.declaredFrames ?? 0
        let time = TimeBase(sampleRate: format.sampleRate)
        var sampler = LevelSampler(
            time: time, channels: format.channels, stretches: Self.stretches, parameters: parameters)
        var block = AudioBlock(
            capacity: max(1, Int(Double(format.sampleRate) * Self.stretchSeconds)), channels: format.channels)

        let opening = Int(Double(format.sampleRate) * Self.bloomSeconds) / block.capacity
        for _ in 0..<opening {
            if isLate() { break }
            guard try source.read(into: &block) > 0 else { break }
            sampler.pushOpening(block.samples, frames: block.frames)
        }
        for index in Self.evenOrder(Self.stretches) {
            if isLate() { break }
            let frame = frames * Int64(index) / Int64(Self.stretches)
            guard source.seek(toFrame: frame), try source.read(into: &block) > 0 else { continue }
            sampler.push(block.samples, frames: block.frames, stretch: index)
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
