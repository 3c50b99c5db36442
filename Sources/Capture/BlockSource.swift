// BlockSource: anything that gives blocks of sound, and the block itself.

/// Samples read at once, interleaved, full scale at ±1. The storage is made once and filled again and again.
public struct AudioBlock: Sendable {
    /// `capacity × channels` values, of which the first `frames × channels` hold sound.
    public internal(set) var samples: [Float]
    public internal(set) var frames = 0
    public let channels: Int
    public let capacity: Int
    /// How many samples of this block were NaN, infinite or beyond `loudest`, and were set to zero.
    public internal(set) var nonFiniteSamples = 0

    /// - Parameters:
    ///   - capacity: frames at most (1…).
    ///   - channels: samples per frame (1…).
    public init(capacity: Int, channels: Int) {
        precondition(capacity > 0 && channels > 0, "a block holds at least one sample")
        self.capacity = capacity
        self.channels = channels
        samples = [Float](repeating: 0, count: capacity * channels)
    }

    /// 120 dB above full scale: damage, not sound, and its square would swallow everything around it.
    static let loudest: Float = 1e6

    /// Replaces what is not a number, or not a sample, by silence, and counts it.
    mutating func scrub() {
        let count = frames * channels
        // Counted first, without a branch, as there is nearly always nothing to replace.
        nonFiniteSamples = samples[..<count].reduce(0) { $0 &+ (abs($1) <= Self.loudest ? 0 : 1) }
        guard nonFiniteSamples > 0 else { return }
        for index in 0..<count where !(abs(samples[index]) <= Self.loudest) { samples[index] = 0 }
    }
}

/// A memo while it is read. Sources are used by one task at a time.
public protocol BlockSource: AnyObject {
    var path: String { get }
    var format: AudioFormat { get }
    /// What had to be put right so that the memo could be read; known in full once `read` has returned 0.
    var salvage: Salvage? { get }
    /// What the recording says about itself besides its sound.
    var tags: SourceTags { get }
    /// Whether the sound may still be coming in.
    var isLive: Bool { get }
    /// Fills the block with what the decoder gives, whatever that is: to be asked by `read(into:)` alone.
    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int
    /// Whether looking around in it is cheap and harmless.
    var canLookAround: Bool { get }
    /// Opens the memo once more to read stretches of it; `nil` when it cannot be looked around in.
    /// - Parameters:
    ///   - starts: frames at which stretches begin, in the order in which they are wanted.
    ///   - frames: the length of each.
    func stretches(at starts: [Int64], frames: Int) throws(CaptureError) -> (any StretchSource)?
}

extension BlockSource {
    /// Fills the block. 0 means the end; anything less than the capacity does not.
    ///
    /// The one way to the sound of any source, and so the place where it is made fit to be computed with: decoders give
    /// what is no number even for formats of integers, where a header lies about their size.
    public func read(into block: inout AudioBlock) throws(CaptureError) -> Int {
        let frames = try decode(into: &block)
        block.scrub()
        return frames
    }

    public var canLookAround: Bool { false }
    public func stretches(at starts: [Int64], frames: Int) throws(CaptureError) -> (any StretchSource)? { nil }
    public var tags: SourceTags { SourceTags() }
}

/// Stretches of a memo, one after the other.
public protocol StretchSource: AnyObject {
    /// Fills the block with the next stretch as the decoder gives it: to be asked by `next(into:)` alone.
    func decodeNext(into block: inout AudioBlock) throws(CaptureError) -> Bool
}

extension StretchSource {
    /// Fills the block with the next stretch, which has no frames where it could not be read. `false` after the last.
    public func next(into block: inout AudioBlock) throws(CaptureError) -> Bool {
        let hasMore = try decodeNext(into: &block)
        block.scrub()
        return hasMore
    }
}
