// BandLevels: the bands of one frame as three vectors.

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
