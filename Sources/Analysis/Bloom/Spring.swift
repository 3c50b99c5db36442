// Spring: a damped spring solved in closed form, as animations use it.

import Foundation

/// A unit mass on a spring, given as designers give it. The solution is exact for any step, so a screen that draws at
/// 24 or at 120 frames per second shows the same motion.
public struct Spring: Sendable, Equatable {
    /// Period of the undamped spring in seconds (> 0, finite): ω = 2π / response.
    public let response: Double
    /// 1 is critically damped, below it swings, above it creeps (≥ 0).
    public let dampingFraction: Double

    /// Anything else than a positive response and a damping that is not negative is a mistake of the program.
    public init(response: Double, dampingFraction: Double) {
        precondition(
            response > 0 && response.isFinite && dampingFraction >= 0 && dampingFraction.isFinite,
            "a spring has a positive response and no negative damping")
        self.response = response
        self.dampingFraction = dampingFraction
    }

    /// Interface feedback.
    public static let quick = Spring(response: 0.3, dampingFraction: 0.8)
    /// Most interactions.
    public static let standard = Spring(response: 0.5, dampingFraction: 0.75)
    /// Content transitions.
    public static let gentle = Spring(response: 0.7, dampingFraction: 0.85)
    /// Major changes of state.
    public static let dramatic = Spring(response: 0.4, dampingFraction: 0.6)
    /// The pulse of the recording button.
    public static let bloom = Spring(response: 0.8, dampingFraction: 0.7)

    /// The springs of the design by their names.
    public static let named: [(name: String, spring: Spring)] = [
        ("quick", quick), ("standard", standard), ("gentle", gentle), ("dramatic", dramatic),
    ]

    /// Where a spring is, and how fast it moves per second.
    public struct State: Sendable, Equatable {
        public var position: Double
        public var velocity: Double

        public init(position: Double, velocity: Double = 0) {
            self.position = position
            self.velocity = velocity
        }
    }

    /// The state `seconds` later, while the spring is drawn to `target`.
    public func advance(_ state: State, towards target: Double, by seconds: Double) -> State {
        step(seconds).advance(state, towards: target)
    }

    /// The motion over one fixed step. It is linear, so four numbers say it all.
    public func step(_ seconds: Double) -> Step {
        let omega = 2 * Double.pi / response
        let decay = dampingFraction * omega
        let envelope = exp(-decay * seconds)
        // The pair of solutions that start as (1, 0) and as (0, 1) around the target; their form depends on the damping.
        let difference = dampingFraction - 1
        let (cosine, sine): (Double, Double)
        if abs(difference) < 1e-9 {
            (cosine, sine) = (1, seconds)
        } else if difference < 0 {
            let swing = omega * (1 - dampingFraction * dampingFraction).squareRoot()
            (cosine, sine) = (cos(swing * seconds), sin(swing * seconds) / swing)
        } else {
            let creep = omega * (dampingFraction * dampingFraction - 1).squareRoot()
            (cosine, sine) = (cosh(creep * seconds), sinh(creep * seconds) / creep)
        }
        return Step(
            positionFromOffset: envelope * (cosine + decay * sine), positionFromVelocity: envelope * sine,
            velocityFromOffset: -envelope * omega * omega * sine,
            velocityFromVelocity: envelope * (cosine - decay * sine))
    }

    /// One step of a spring, worked out beforehand.
    public struct Step: Sendable, Equatable {
        let positionFromOffset: Double
        let positionFromVelocity: Double
        let velocityFromOffset: Double
        let velocityFromVelocity: Double

        public func advance(_ state: State, towards target: Double) -> State {
            let offset = state.position - target
            return State(
                position: target + positionFromOffset * offset + positionFromVelocity * state.velocity,
                velocity: velocityFromOffset * offset + velocityFromVelocity * state.velocity)
        }
    }
}
