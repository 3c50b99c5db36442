// BandLevels: the bands of one frame as three vectors.

/// Up to 24 band values of one frame. Lanes beyond the layout's bands are not looked at.
struct BandLevels {
    private var first: SIMD8<Float>
    private var second: SIMD8<Float>
    private var third: SIMD8<Float>

    static let capacity = 24

    @inline(__always)
    init(repeating value: Float = 0) {
        first = SIMD8(repeating: value)
        second = first
        third = first
    }

    /// The values that `array` begins with.
    @inline(__always)
    init(_ array: [Float]) {
        precondition(array.count >= Self.capacity)
        let values = array.span
        first = SIMD8(lowHalf: quad(values, 0), highHalf: quad(values, 4))
        second = SIMD8(lowHalf: quad(values, 8), highHalf: quad(values, 12))
        third = SIMD8(lowHalf: quad(values, 16), highHalf: quad(values, 20))
    }

    /// Writes all of them to where `array` begins.
    @inline(__always)
    func store(into array: inout [Float]) {
        precondition(array.count >= Self.capacity)
        var values = array.mutableSpan
        Analysis.store(first.lowHalf, into: &values, 0)
        Analysis.store(first.highHalf, into: &values, 4)
        Analysis.store(second.lowHalf, into: &values, 8)
        Analysis.store(second.highHalf, into: &values, 12)
        Analysis.store(third.lowHalf, into: &values, 16)
        Analysis.store(third.highHalf, into: &values, 20)
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

    /// Of all lanes.
    var sum: Float { (first + second + third).sum() }
    /// The largest of all lanes.
    var largest: Float { higher(higher(first, second), third).extremes.high }

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

    /// Each four lanes become what `body` makes of them.
    @inline(__always)
    func map(_ body: (SIMD4<Float>) -> SIMD4<Float>) -> BandLevels {
        var result = self
        result.first = SIMD8(lowHalf: body(first.lowHalf), highHalf: body(first.highHalf))
        result.second = SIMD8(lowHalf: body(second.lowHalf), highHalf: body(second.highHalf))
        result.third = SIMD8(lowHalf: body(third.lowHalf), highHalf: body(third.highHalf))
        return result
    }

    @inline(__always)
    func clamped(_ low: Float, _ high: Float) -> BandLevels {
        raised(to: BandLevels(repeating: low)).lowered(by: BandLevels(repeating: high))
    }

    @inline(__always)
    static func * (a: BandLevels, b: BandLevels) -> BandLevels { a.combined(b) { $0 * $1 } }
}

extension BandLevels: FloorLevels {
    @inline(__always)
    func lowered(by other: BandLevels) -> BandLevels { combined(other, lower) }
    @inline(__always)
    func raised(to other: BandLevels) -> BandLevels { combined(other, higher) }
    @inline(__always)
    static func + (a: BandLevels, b: BandLevels) -> BandLevels { a.combined(b) { $0 + $1 } }
    @inline(__always)
    static func - (a: BandLevels, b: BandLevels) -> BandLevels { a.combined(b) { $0 - $1 } }
    @inline(__always)
    static func * (a: BandLevels, b: Float) -> BandLevels { a.combined(BandLevels(repeating: b)) { $0 * $1 } }
}
