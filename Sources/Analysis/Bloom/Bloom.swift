// Bloom: the 60 levels per second that drive the recording animation.

import Foundation

/// Bloom frames, evenly spaced: all of a short memo, or a part of a long one.
public struct BloomTrack: Sendable, Equatable {
    /// What screens draw.
    public static let usualFramesPerSecond = 60
    public static let framesPerSecondRange = 1...240

    public var framesPerSecond: Int
    /// Loudness between the noise floor and a fixed ceiling, 0…1.
    public var level: [Float] = []
    /// Scale of the button: 1.00 at rest to about 1.05.
    public var scale: [Float] = []
    /// When a ring starts, in seconds: where activity starts.
    public var rings: [Double] = []

    public init(framesPerSecond: Int = usualFramesPerSecond) { self.framesPerSecond = framesPerSecond }
}

extension BloomTrack: BloomFrames {
    package mutating func append(level: Int, scale: Int) {
        self.level.append(BloomUnit.value(level))
        self.scale.append(BloomUnit.value(scale))
    }
}

/// Levels and scales are whole multiples of a ten-thousandth, which is what documents show and more than eyes see.
package enum BloomUnit {
    package static let perOne = 10_000.0

    package static func count(_ value: Float) -> Int { Int((Double(value) * perOne).rounded()) }
    package static func value(_ count: Int) -> Float { Float(Double(count) / perOne) }
}

/// What takes bloom frames, in units.
package protocol BloomFrames {
    mutating func append(level: Int, scale: Int)
}

/// Follows loudness hop by hop and reads it off at the track's frame rate. Causal: nothing is scaled by what comes later, so a
/// live meter and a file's bloom are the same numbers.
package struct Bloom {
    /// Everything that shapes the animation.
    package struct Parameters {
        /// How fast the level rises and falls, as time constants in seconds.
        package var attack = 0.040
        package var release = 0.250
        /// Level in dBFS that fills the bloom. Fixed, as a level that depends on the past would dance on its own.
        package var ceiling: Float = -12
        /// How far above the noise floor, in dB, sound begins to show. The floor is a minimum, and noise swings above it.
        package var margin: Float = 8
        /// Growth of the button at level 1.
        package var growth = 0.05
        package var spring = Spring.bloom
        /// Replaces the spring by a straight line of 0.1 s, and drops the rings.
        package var reduceMotion = false

        package init(reduceMotion: Bool = false) { self.reduceMotion = reduceMotion }
    }

    private static let smoothingSeconds = 0.010
    /// Below this a falling level is at rest, instead of creeping towards 0 for ever.
    private static let rest: Float = 0.002
    private static let linearSeconds = 0.1

    private let parameters: Parameters
    private let time: TimeBase
    private let framesPerSecond: Int
    private let attackCoefficient: Float
    private let releaseCoefficient: Float
    private let smoothingCoefficient: Float
    private let springStep: Spring.Step
    private var floor = NoiseFloorTracker()
    private var power: Float = 0
    private var level: Float = 0
    private var spring = Spring.State(position: 1)
    private var samples = 0
    private var frames = 0

    package init(
        time: TimeBase, framesPerSecond: Int = BloomTrack.usualFramesPerSecond,
        parameters: Parameters = Parameters()
    ) {
        precondition(
            BloomTrack.framesPerSecondRange.contains(framesPerSecond), "a bloom has 1 to 240 frames per second")
        self.time = time
        self.framesPerSecond = framesPerSecond
        self.parameters = parameters
        let hop = TimeBase.secondsPerHop
        attackCoefficient = Float(1 - exp(-hop / parameters.attack))
        releaseCoefficient = Float(1 - exp(-hop / parameters.release))
        smoothingCoefficient = Float(1 - exp(-hop / Self.smoothingSeconds))
        springStep = parameters.spring.step(1 / Double(framesPerSecond))
    }

    /// Takes the mean square of one hop and appends the frames that became due.
    /// - Parameter count: samples of the hop, fewer than usual at the end of a memo.
    package mutating func push(meanSquare: Float, count: Int, into track: inout some BloomFrames) {
        // Frame k shows what was heard up to sample ⌊k · rate / framesPerSecond⌋; frame 0 is the state of rest before the memo.
        samples += count
        while frames * time.sampleRate < samples * framesPerSecond {
            emit(into: &track)
        }
        // The first sound is taken as it is: a start from 0 would pass for a lower noise floor.
        power = power == 0 ? meanSquare : power + (meanSquare - power) * smoothingCoefficient
        var target: Float = 0
        if meanSquare > 0 {
            let loudness = flooredDecibels(power)
            floor.push(level: loudness)
            let bottom = min(floor.level + parameters.margin, parameters.ceiling - 1)
            target = min(max((loudness - bottom) / (parameters.ceiling - bottom), 0), 1)
        }
        level += (target - level) * (target > level ? attackCoefficient : releaseCoefficient)
        if target == 0 && level < Self.rest { level = 0 }
    }

    private mutating func emit(into track: inout some BloomFrames) {
        let target = 1 + parameters.growth * Double(level)
        if parameters.reduceMotion {
            let furthest = parameters.growth / (Self.linearSeconds * Double(framesPerSecond))
            spring.position += min(max(target - spring.position, -furthest), furthest)
        } else {
            spring = springStep.advance(spring, towards: target)
            // A spring never quite arrives; a button at rest must.
            if target == 1 && abs(spring.position - 1) < 1e-5 && abs(spring.velocity) < 1e-4 {
                spring = Spring.State(position: 1)
            }
        }
        track.append(level: BloomUnit.count(level), scale: BloomUnit.count(Float(spring.position)))
        frames += 1
    }
}
