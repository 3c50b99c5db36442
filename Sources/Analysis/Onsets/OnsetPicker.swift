// OnsetPicker: peaks of the flux that stand out from what is around them.

/// Finds onsets in a stream of flux values, one per frame.
struct OnsetPicker {
    /// Frames by which an onset comes later than its flux.
    static let delay = 10

    /// Largest within this many frames on both sides, so onsets are at least 60 ms apart.
    private static let reach = 5
    /// The mean over these many frames before and after, and how far above it a peak must be: steady sound has a flux
    /// of its own.
    private static let meanBack = 25
    private static let meanAhead = 10
    private static let rise: Float = 0.008
    /// Among the frames around, the peak must lie this many quartile distances above the median: busy sound needs more.
    private static let spreadBack = 50
    private static let spreadAhead = 10
    private static let spread: Float = 2.5
    /// The flux peaks this many seconds before the onset is in the window's centre (measured on clicks).
    private static let lead = 0.004

    private let centreOffset: Double
    private var fluxes = Ring<Float>(keeping: meanBack + meanAhead + 1, filledWith: 0)
    private var around = SortedWindow(count: spreadBack + spreadAhead + 1)
    /// The next onset may not be earlier: refined times of frames that are far enough apart may not be.
    private var earliest = 0.0

    /// - Parameter centreOffset: from a frame's last sample back to its centre, in seconds.
    init(centreOffset: Double) { self.centreOffset = centreOffset }

    mutating func push(flux: Float, into onsets: inout [Onset]) {
        fluxes.append(flux)
        around.push(flux)
        if fluxes.count > Self.delay { decide(fluxes.count - 1 - Self.delay, into: &onsets) }
    }

    /// Decides the last frames with what there is.
    mutating func finish(into onsets: inout [Onset]) {
        for frame in max(0, fluxes.count - Self.delay)..<fluxes.count {
            around.push(0)
            decide(frame, into: &onsets)
        }
    }

    /// Frames outside the memo are silent.
    private func flux(_ frame: Int) -> Float {
        frame >= 0 && frame < fluxes.count ? fluxes[frame] : 0
    }

    private mutating func decide(_ frame: Int, into onsets: inout [Onset]) {
        let value = flux(frame)
        guard value > Self.rise else { return }
        for distance in 1...Self.reach
        where flux(frame - distance) >= value || flux(frame + distance) > value {
            return
        }
        var sum: Float = 0
        let first = max(0, frame - Self.meanBack)
        for near in first...frame + Self.meanAhead { sum += flux(near) }
        let mean = sum / Float(frame + Self.meanAhead + 1 - first)
        guard value > mean + Self.rise, standsOut(value) else { return }

        // The peak of the parabola through three values, for a time finer than a frame.
        let (before, after) = (flux(frame - 1), flux(frame + 1))
        let bend = before - 2 * value + after
        let shift = bend < 0 ? min(0.5, max(-0.5, 0.5 * (before - after) / bend)) : 0
        let end = TimeBase.seconds(frames: Double(frame + 1) + Double(shift))
        let time = max(earliest, end - centreOffset + Self.lead)
        earliest = time + TimeBase.seconds(frames: Self.reach + 1)
        onsets.append(Onset(time: time, strength: Double(20 * (value - mean))))
    }

    private func standsOut(_ value: Float) -> Bool {
        let distance = around.value(at: 3, of: 4) - around.value(at: 1, of: 4)
        return value > around.value(at: 1, of: 2) + Self.spread * distance
    }
}
