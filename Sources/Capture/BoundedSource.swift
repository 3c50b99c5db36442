// BoundedSource: a memo of which no more is read than a limit allows.

/// Ends a memo after so many samples. What is done with a memo costs what comes out of it, not what it takes on the disk:
/// a file of some kilobytes may hold days of silence in many channels.
final class BoundedSource: BlockSource {
    /// The memo without its limit.
    let whole: any BlockSource
    private let mostFrames: Int64
    private var framesLeft: Int64
    private var isCut = false

    /// - Parameter maximumSamples: frames × channels (1…); at least one frame is read.
    init(_ whole: any BlockSource, maximumSamples: Int64) {
        self.whole = whole
        mostFrames = max(1, maximumSamples / Int64(whole.format.channels))
        framesLeft = mostFrames
    }

    var path: String { whole.path }
    var format: AudioFormat { whole.format }
    var tags: SourceTags { whole.tags }
    var isLive: Bool { whole.isLive }
    var canLookAround: Bool { whole.canLookAround }

    var salvage: Salvage? {
        guard isCut else { return whole.salvage }
        var salvage = Salvage.tooLong(frames: mostFrames, of: format)
        if let other = whole.salvage { salvage.detail += "; \(other.detail)" }
        return salvage
    }

    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        if isCut {
            block.frames = 0
            return 0
        }
        let frames = Int64(try whole.decode(into: &block))
        // A memo that ends exactly there has lost nothing.
        isCut = frames > framesLeft
        block.frames = Int(min(frames, framesLeft))
        framesLeft -= Int64(block.frames)
        return block.frames
    }

    func stretches(at starts: [Int64], frames: Int) throws(CaptureError) -> (any StretchSource)? {
        try whole.stretches(at: starts, frames: frames)
    }
}

extension Salvage {
    fileprivate static func tooLong(frames: Int64, of format: AudioFormat) -> Salvage {
        Salvage(
            kind: "tooLong",
            detail: "it holds more than \(frames * Int64(format.channels)) samples, and only the first "
                + "\(seconds(frames, sampleRate: format.sampleRate)) were read; --max-samples reads more",
            secondsRecovered: Double(frames) / Double(format.sampleRate))
    }
}
