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
        nonFiniteSamples = 0
        for index in 0..<frames * channels where !(abs(samples[index]) <= Self.loudest) {
            samples[index] = 0
            nonFiniteSamples += 1
        }
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
    /// Fills the block. 0 means the end; anything less than the capacity does not.
    func read(into block: inout AudioBlock) throws(CaptureError) -> Int
}

extension BlockSource {
    public var tags: SourceTags { SourceTags() }
}

/// What was wrong with a recording that was read all the same.
public struct Salvage: Sendable, Equatable {
    /// A stable word: `truncated`, `unknownLength`, ….
    public var kind: String
    /// One sentence for a person.
    public var detail: String

    public init(kind: String, detail: String) {
        self.kind = kind
        self.detail = detail
    }
}

extension Salvage {
    static func truncated(frames: Int64, of declared: Int64, sampleRate: Int) -> Salvage {
        func seconds(_ count: Int64) -> String {
            let tenths = Int64((min(Double(count) / Double(sampleRate), 1e12) * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) s"
        }
        return Salvage(
            kind: "truncated", detail: "the memo ends early: \(seconds(frames)) of \(seconds(declared)) were there")
    }

    package static let unknownLength = Salvage(
        kind: "unknownLength", detail: "the header does not say how long the memo is; read to the end")
}
