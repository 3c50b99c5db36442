// The ring: where it starts, how it eases, when it is gone.

import Analysis
import Testing

@Suite("Bloom ring") struct BloomRingTests {
    @Test("a ring grows from 1 to 2 while it fades from 0.3 to 0")
    func ends() throws {
        let first = try #require(BloomRing(elapsed: 0))
        #expect(abs(first.scale - 1) < 1e-9 && abs(first.opacity - 0.3) < 1e-9)
        let last = try #require(BloomRing(elapsed: 1.5.nextDown))
        #expect(abs(last.scale - 2) < 1e-6 && abs(last.opacity) < 1e-6)
    }

    @Test("there is no ring before its start and none after 1.5 s", arguments: [-1e-9, -5, 1.5, 2, .infinity, .nan])
    func outside(elapsed: Double) {
        #expect(BloomRing(elapsed: elapsed) == nil)
        #expect(BloomRing.duration == 1.5)
    }

    @Test("scale and opacity go together, and only one way")
    func monotonous() throws {
        var previous = try #require(BloomRing(elapsed: 0))
        for step in 1..<150 {
            let ring = try #require(BloomRing(elapsed: Double(step) / 100))
            #expect(ring.scale > previous.scale && ring.opacity < previous.opacity)
            #expect(abs(ring.opacity - 0.3 * (2 - ring.scale)) < 1e-12)
            previous = ring
        }
    }

    @Test("easing out has the values of the curve (0, 0, 0.58, 1)")
    func knownValues() {
        #expect(abs(BloomRing.easeOut(0)) < 1e-9)
        #expect(abs(BloomRing.easeOut(1) - 1) < 1e-9)
        // What a browser computes for `ease-out` half way.
        #expect(abs(BloomRing.easeOut(0.5) - 0.684643) < 1e-5)
        for step in 0...100 {
            let t = Double(step) / 100
            let x = 3 * 0.58 * t * t * (1 - t) + t * t * t
            let y = 3 * t * t * (1 - t) + t * t * t
            #expect(abs(BloomRing.easeOut(x) - y) < 1e-6)
        }
    }
}
