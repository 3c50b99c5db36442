// ActivityDecision: evidence becomes a yes or no per frame.

/// A frame is active where something voiced is near and it is itself loud enough: above the room, and not far below the
/// loudest sound around. Voicing is carried to both sides because words begin and end with unvoiced sounds.
struct ActivityDecision {
    /// Frames by which the decision comes later than its evidence.
    static let delay = loudestAhead + loudnessReach

    private static let voicingBack = 15
    private static let voicingAhead = 12
    private static let loudnessReach = 3
    private static let loudestBack = 40
    private static let loudestAhead = 20
    /// Voicing and height (dB) that switch on, and that keep on.
    private static let onVoicing: Float = 0.25
    private static let offVoicing: Float = 0.20
    private static let onHeight: Float = 6
    private static let offHeight: Float = 4
    /// Share of the local loudest height: keeps reverberation and breath out of loud speech.
    private static let relativeHeight: Float = 0.30

    private static let size = 128
    private var heights = [Float](repeating: 0, count: size)
    private var voicings = [Float](repeating: 0, count: size)
    private var sounds = [Bool](repeating: false, count: size)
    private var loudness = [Float](repeating: 0, count: size)
    private var smoothVoicing = [Float](repeating: 0, count: size)
    private var count = 0
    private var loudnessCount = 0
    private var voicingCount = 0
    private var decided = 0
    private var isOn = false

    mutating func push(_ evidence: FrameEvidence) {
        let place = count % Self.size
        heights[place] = evidence.height
        voicings[place] = evidence.voicing
        sounds[place] = evidence.hasSound
        count += 1
    }

    /// The next frame's decision; `nil` while it cannot be made.
    mutating func next(isLast: Bool) -> Bool? {
        prepare(isLast: isLast)
        let frame = decided
        guard frame < count,
            isLast || (loudnessCount > frame + Self.loudestAhead && voicingCount > frame + Self.voicingAhead)
        else { return nil }
        decided += 1
        let voiced = largest(
            smoothVoicing, from: frame - Self.voicingBack, to: frame + Self.voicingAhead, count: voicingCount)
        let loudest = largest(
            loudness, from: frame - Self.loudestBack, to: frame + Self.loudestAhead, count: loudnessCount)
        let height = loudness[frame % Self.size]
        let (neededVoicing, neededHeight) =
            isOn ? (Self.offVoicing, Self.offHeight) : (Self.onVoicing, Self.onHeight)
        isOn =
            voiced > neededVoicing && height > max(neededHeight, Self.relativeHeight * loudest)
            && sounds[frame % Self.size]
        return isOn
    }

    private mutating func prepare(isLast: Bool) {
        while loudnessCount < count && (isLast || loudnessCount + Self.loudnessReach < count) {
            loudness[loudnessCount % Self.size] = mean(heights, around: loudnessCount, reach: Self.loudnessReach)
            loudnessCount += 1
        }
        while voicingCount < count && (isLast || voicingCount + 1 < count) {
            smoothVoicing[voicingCount % Self.size] = mean(voicings, around: voicingCount, reach: 1)
            voicingCount += 1
        }
    }

    private func mean(_ values: [Float], around frame: Int, reach: Int) -> Float {
        let range = max(0, frame - reach)...min(count - 1, frame + reach)
        var sum: Float = 0
        for near in range { sum += values[near % Self.size] }
        return sum / Float(range.count)
    }

    private func largest(_ values: [Float], from first: Int, to last: Int, count: Int) -> Float {
        var result: Float = 0
        for near in max(0, first)...min(count - 1, last) { result = max(result, values[near % Self.size]) }
        return result
    }
}
