// Lanes: lane-wise minimum and maximum that compile to vector instructions.

// Measured on 8 lanes: the standard library's pointwiseMin takes five times as long, and 32 lanes in one vector two
// hundred times as long as four times 8.

@inline(__always)
func lower(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    var result = a
    for lane in 0..<8 { result[lane] = b[lane] < a[lane] ? b[lane] : a[lane] }
    return result
}

@inline(__always)
func higher(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    var result = a
    for lane in 0..<8 { result[lane] = b[lane] > a[lane] ? b[lane] : a[lane] }
    return result
}

extension SIMD8<Float> {
    /// The smallest and the largest lane; `min()` and `max()` of the library go one by one.
    var extremes: (low: Float, high: Float) {
        let low = SIMD4(
            Swift.min(self[0], self[4]), Swift.min(self[1], self[5]), Swift.min(self[2], self[6]),
            Swift.min(self[3], self[7]))
        let high = SIMD4(
            Swift.max(self[0], self[4]), Swift.max(self[1], self[5]), Swift.max(self[2], self[6]),
            Swift.max(self[3], self[7]))
        return (
            Swift.min(Swift.min(low.x, low.y), Swift.min(low.z, low.w)),
            Swift.max(Swift.max(high.x, high.y), Swift.max(high.z, high.w))
        )
    }
}

/// Up to 24 band values of one frame. Lanes beyond the layout's bands are not looked at.
struct BandLevels {
    private var first: SIMD8<Float>
    private var second: SIMD8<Float>
    private var third: SIMD8<Float>

    static let most = 24

    init(repeating value: Float = 0) {
        first = SIMD8(repeating: value)
        second = first
        third = first
    }

    subscript(band: Int) -> Float {
        get {
            switch band >> 3 {
            case 0: first[band & 7]
            case 1: second[band & 7]
            default: third[band & 7]
            }
        }
        set {
            switch band >> 3 {
            case 0: first[band & 7] = newValue
            case 1: second[band & 7] = newValue
            default: third[band & 7] = newValue
            }
        }
    }

    @inline(__always)
    private func combined(
        _ other: BandLevels, _ body: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
    ) -> BandLevels {
        var result = self
        result.first = body(first, other.first)
        result.second = body(second, other.second)
        result.third = body(third, other.third)
        return result
    }

    func lowered(by other: BandLevels) -> BandLevels { combined(other, lower) }
    func raised(to other: BandLevels) -> BandLevels { combined(other, higher) }
    static func + (a: BandLevels, b: BandLevels) -> BandLevels { a.combined(b) { $0 + $1 } }
    static func - (a: BandLevels, b: BandLevels) -> BandLevels { a.combined(b) { $0 - $1 } }
    static func + (a: BandLevels, b: Float) -> BandLevels { a + BandLevels(repeating: b) }
    static func / (a: BandLevels, b: Float) -> BandLevels {
        a.combined(BandLevels(repeating: b)) { $0 / $1 }
    }
}
