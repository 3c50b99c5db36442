// Lanes: what compiles to vector instructions: minimum, maximum, roots, powers, logarithms, loads and stores of four values.

import CLanes

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

@inline(__always)
func higher(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    var result = a
    for lane in 0..<4 { result[lane] = b[lane] > a[lane] ? b[lane] : a[lane] }
    return result
}

@inline(__always)
func lower(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    var result = a
    for lane in 0..<4 { result[lane] = b[lane] < a[lane] ? b[lane] : a[lane] }
    return result
}

/// Four values from `index` on. The caller has checked that they are there.
@inline(__always)
func quad(_ values: borrowing Span<Float>, _ index: Int) -> SIMD4<Float> {
    SIMD4(
        values[unchecked: index], values[unchecked: index &+ 1], values[unchecked: index &+ 2],
        values[unchecked: index &+ 3])
}

@inline(__always)
func store(_ quad: SIMD4<Float>, into values: inout MutableSpan<Float>, _ index: Int) {
    for lane in 0..<4 { values[unchecked: index &+ lane] = quad[lane] }
}

/// Copies a range of values to `place`. `replaceSubrange` takes a slice, and with it a share in the array, for each few values.
@inline(__always)
package func copy(_ source: [Float], _ range: Range<Int>, into target: inout [Float], at place: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
    precondition(place >= 0 && place + range.count <= target.count)
    let values = source.span
    var results = target.mutableSpan
    var (from, to) = (range.lowerBound, place)
    while from &+ 4 <= range.upperBound {
        store(quad(values, from), into: &results, to)
        (from, to) = (from &+ 4, to &+ 4)
    }
    while from < range.upperBound {
        results[unchecked: to] = values[unchecked: from]
        (from, to) = (from &+ 1, to &+ 1)
    }
}

/// Adds a range of values to those from `place` on.
@inline(__always)
func add(_ values: [Float], _ range: Range<Int>, to sums: inout [Float], at place: Int) {
    precondition(
        range.lowerBound >= 0 && range.upperBound <= values.count && place >= 0 && place + range.count <= sums.count)
    let values = values.span
    var sums = sums.mutableSpan
    var (from, to) = (range.lowerBound, place)
    while from &+ 4 <= range.upperBound {
        store(quad(sums.span, to) + quad(values, from), into: &sums, to)
        (from, to) = (from &+ 4, to &+ 4)
    }
    while from < range.upperBound {
        sums[unchecked: to] += values[unchecked: from]
        (from, to) = (from &+ 1, to &+ 1)
    }
}

/// Logarithms to base 2 of four positive, normal values, to within 3e-7: the exponent, and for what is left, between √½ and
/// √2, four terms of the series of atanh.
@inline(__always)
package func log2(_ values: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(values, to: SIMD4<Int32>.self)
    let exponent = (bits &- 0x3F35_04F3) &>> 23
    let rest = unsafeBitCast(bits &- (exponent &<< 23), to: SIMD4<Float>.self)
    let ratio = (rest - 1) / (rest + 1)
    let square = ratio * ratio
    let series = ((square * 0.412_198_6 + 0.577_078_02) * square + 0.961_796_7) * square + 2.885_390_1
    return SIMD4<Float>(exponent) + ratio * series
}

/// Square roots of four values, in one instruction.
@inline(__always)
package func squareRoot(_ values: SIMD4<Float>) -> SIMD4<Float> { sonora_square_roots(values) }

/// 2 to the power of four values from −126 to 126, to within 2e-7 of itself; of 0 exactly 1. The next whole number goes into
/// the exponent, the rest into the series of the exponential.
@inline(__always)
package func exp2(_ values: SIMD4<Float>) -> SIMD4<Float> {
    // Adding this leaves no bits behind the point.
    let rounder = SIMD4<Float>(repeating: 12_582_912)
    let rounded = values + rounder
    let rest = values - (rounded - rounder)
    let upper = (rest * 0.000_154_035_3 + 0.001_333_355_8) * rest + 0.009_618_129
    let series = (((upper * rest + 0.055_504_11) * rest + 0.240_226_5) * rest + 0.693_147_2) * rest + 1
    let whole = unsafeBitCast(rounded, to: SIMD4<Int32>.self) &- unsafeBitCast(rounder, to: SIMD4<Int32>.self)
    return unsafeBitCast(unsafeBitCast(series, to: SIMD4<Int32>.self) &+ (whole &<< 23), to: SIMD4<Float>.self)
}

/// Levels in dB of four powers, as `flooredDecibels` of one.
@inline(__always)
func flooredDecibels(_ powers: SIMD4<Float>) -> SIMD4<Float> {
    log2(higher(powers, SIMD4(repeating: silentPower))) * 3.010_299_957
}
