// Dropouts: holes of exact zeros inside sound, as a failing card or a lost packet leaves them.

/// A hole in the sound.
public struct Dropout: Sendable, Equatable {
    public var start: Double
    public var duration: Double
    /// The quieter of the levels just before and just after, in dBFS.
    public var levelAround: Double
}

/// Finds runs of exact zeros between sound. Zeros at either end of a memo are no dropouts, and neither are long ones
/// (a muted microphone, a noise gate).
package struct DropoutFinder {
    static let shortest = 0.003
    static let longest = 1.0
    /// A memo that is full of holes is described well enough by this many.
    static let maximumCount = 1000

    private let time: TimeBase
    package private(set) var found: [Dropout] = []
    private var position = 0
    private var zeros = 0
    private var hasSound = false
    private var powerBefore: Float = 0
    private var hopPower: Float = 0

    package init(time: TimeBase) { self.time = time }

    package mutating func push(_ mono: [Float], count: Int, meanSquare: Float) {
        // The common hop has no zero at its edges and is passed over at once.
        if meanSquare == 0 {
            if zeros == 0 { powerBefore = hopPower }
            zeros += count
        } else {
            var leading = 0
            while leading < count && mono[leading] == 0 { leading += 1 }
            if leading == count {
                // The channels cancel each other: that is sound, and no hole.
                zeros = 0
                hasSound = true
                hopPower = meanSquare
                position += count
                return
            }
            if zeros == 0 { powerBefore = hopPower }
            zeros += leading
            close(at: position + leading, powerAfter: meanSquare)
            findInside(mono, count: count, meanSquare: meanSquare)
            var trailing = 0
            while trailing < count - leading && mono[count - 1 - trailing] == 0 { trailing += 1 }
            zeros = trailing
            if trailing > 0 { powerBefore = meanSquare }
            hasSound = true
        }
        hopPower = meanSquare
        position += count
    }

    /// A hole with sound on both sides in one hop of 5 ms: being no shorter than `shortest`, it lies on the middle.
    private mutating func findInside(_ mono: [Float], count: Int, meanSquare: Float) {
        var (first, last) = (count / 2, count / 2)
        guard mono[first] == 0 else { return }
        while first > 0 && mono[first - 1] == 0 { first -= 1 }
        while last + 1 < count && mono[last + 1] == 0 { last += 1 }
        guard first > 0, last + 1 < count else { return }
        hasSound = true
        powerBefore = meanSquare
        zeros = last + 1 - first
        close(at: position + last + 1, powerAfter: meanSquare)
    }

    private mutating func close(at end: Int, powerAfter: Float) {
        defer { zeros = 0 }
        let duration = time.seconds(samples: zeros)
        guard hasSound, duration >= Self.shortest, duration <= Self.longest, found.count < Self.maximumCount,
            let level = decibels(power: Double(min(powerBefore, powerAfter)))
        else { return }
        found.append(Dropout(start: time.seconds(samples: end - zeros), duration: duration, levelAround: level))
    }
}
