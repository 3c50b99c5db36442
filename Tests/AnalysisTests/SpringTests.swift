// The spring: its closed form against fine numeric integration, and its named kinds.

import Analysis
import Foundation
import Testing

@Suite("Spring") struct SpringTests {
    static let springs = [0.0, 0.2, 0.6, 0.99, 1.0, 1.01, 1.5, 3.0].map { Spring(response: 0.5, dampingFraction: $0) }

    /// Fourth-order Runge–Kutta of x″ = −ω² (x − target) − 2 ζ ω x′.
    private func integrate(_ spring: Spring, from start: Spring.State, to target: Double, seconds: Double)
        -> Spring.State
    {
        let omega = 2 * Double.pi / spring.response
        func pull(_ x: Double, _ v: Double) -> Double {
            -omega * omega * (x - target) - 2 * spring.dampingFraction * omega * v
        }
        let steps = 20_000
        let h = seconds / Double(steps)
        var (x, v) = (start.position, start.velocity)
        for _ in 0..<steps {
            let (x1, v1) = (v, pull(x, v))
            let (x2, v2) = (v + h / 2 * v1, pull(x + h / 2 * x1, v + h / 2 * v1))
            let (x3, v3) = (v + h / 2 * v2, pull(x + h / 2 * x2, v + h / 2 * v2))
            let (x4, v4) = (v + h * v3, pull(x + h * x3, v + h * v3))
            x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        }
        return Spring.State(position: x, velocity: v)
    }

    @Test("the closed form is what integration finds, for every damping", arguments: springs)
    func integration(spring: Spring) {
        let start = Spring.State(position: 1.3, velocity: -2)
        for seconds in [0.01, 0.1, 0.35, 1.2] {
            let exact = spring.advance(start, towards: -0.4, by: seconds)
            let numeric = integrate(spring, from: start, to: -0.4, seconds: seconds)
            #expect(abs(exact.position - numeric.position) < 1e-7)
            #expect(abs(exact.velocity - numeric.velocity) < 1e-6)
        }
    }

    @Test("many small steps arrive where one large one does", arguments: springs)
    func stepSize(spring: Spring) {
        let whole = spring.advance(Spring.State(position: 0, velocity: 3), towards: 1, by: 1)
        for frames in [24, 60, 120, 1000] {
            let step = spring.step(1 / Double(frames))
            var state = Spring.State(position: 0, velocity: 3)
            for _ in 0..<frames { state = step.advance(state, towards: 1) }
            #expect(abs(state.position - whole.position) < 1e-9)
            #expect(abs(state.velocity - whole.velocity) < 1e-8)
        }
    }

    @Test("near critical damping the three forms meet")
    func continuity() {
        let start = Spring.State(position: 1, velocity: 1)
        let critical = Spring(response: 0.8, dampingFraction: 1).advance(start, towards: 0, by: 0.3)
        for nudge in [-1e-6, -1e-8, 1e-8, 1e-6] {
            let near = Spring(response: 0.8, dampingFraction: 1 + nudge).advance(start, towards: 0, by: 0.3)
            #expect(abs(near.position - critical.position) < 1e-5)
        }
    }

    @Test("no step is no motion, and rest at the target is rest", arguments: springs)
    func rest(spring: Spring) {
        let state = Spring.State(position: 0.2, velocity: 0.7)
        let same = spring.advance(state, towards: 5, by: 0)
        #expect(abs(same.position - 0.2) < 1e-12 && abs(same.velocity - 0.7) < 1e-12)
        #expect(spring.advance(.init(position: 1), towards: 1, by: 0.1) == Spring.State(position: 1))
    }

    @Test("an undamped spring is back after one response")
    func period() {
        let back = Spring(response: 0.5, dampingFraction: 0).advance(
            .init(position: 2, velocity: 1), towards: 0, by: 0.5)
        #expect(abs(back.position - 2) < 1e-12 && abs(back.velocity - 1) < 1e-10)
    }

    @Test("only an underdamped spring overshoots, by exp(−πζ / √(1 − ζ²))", arguments: [0.3, 0.6, 0.7, 0.8, 1.0, 2.0])
    func overshoot(damping: Double) {
        let spring = Spring(response: 0.5, dampingFraction: damping)
        let step = spring.step(0.0005)
        var state = Spring.State(position: 0)
        var highest = 0.0
        for _ in 0..<8000 {
            state = step.advance(state, towards: 1)
            highest = max(highest, state.position)
        }
        let expected = damping < 1 ? exp(-.pi * damping / (1 - damping * damping).squareRoot()) : 0
        #expect(abs(highest - 1 - expected) < 1e-4)
    }

    @Test("the named springs are those of the design")
    func named() {
        #expect(Spring.quick == Spring(response: 0.3, dampingFraction: 0.8))
        #expect(Spring.standard == Spring(response: 0.5, dampingFraction: 0.75))
        #expect(Spring.gentle == Spring(response: 0.7, dampingFraction: 0.85))
        #expect(Spring.dramatic == Spring(response: 0.4, dampingFraction: 0.6))
        #expect(Spring.bloom == Spring(response: 0.8, dampingFraction: 0.7))
        #expect(Spring.named.map(\.name) == ["quick", "standard", "gentle", "dramatic"])
        #expect(Spring.named.map(\.spring) == [.quick, .standard, .gentle, .dramatic])
    }
}
