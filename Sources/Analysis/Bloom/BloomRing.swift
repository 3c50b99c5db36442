// BloomRing: the ring that leaves the button where activity starts.

/// Scale 1 to 2 and opacity 0.3 to 0 in 1.5 s, easing out.
public struct BloomRing: Sendable, Equatable {
    public static let duration = 1.5
    public let scale: Double
    public let opacity: Double

    /// The ring `elapsed` seconds after its start; `nil` before it and once it has faded.
    public init?(elapsed: Double) {
        guard elapsed >= 0, elapsed < Self.duration else { return nil }
        let progress = Self.easeOut(elapsed / Self.duration)
        scale = 1 + progress
        opacity = 0.3 * (1 - progress)
    }

    /// The cubic Bézier curve (0, 0), (0, 0), (0.58, 1), (1, 1) that is meant by ease-out; 0…1 to 0…1.
    package static func easeOut(_ progress: Double) -> Double {
        // x(t) = 1.74 t² (1 − t) + t³ rises steadily: bisect, 40 halvings are past double precision's need.
        var low = 0.0
        var high = 1.0
        for _ in 0..<40 {
            let middle = (low + high) / 2
            let x = 1.74 * middle * middle * (1 - middle) + middle * middle * middle
            if x < progress { low = middle } else { high = middle }
        }
        let t = (low + high) / 2
        return t * t * (3 - 2 * t)
    }
}
