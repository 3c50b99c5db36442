// RealFFT: FFTW in single precision. The only file that holds its pointers.
// API: https://www.fftw.org/fftw3_doc/ (Real-data DFTs; Thread safety)

import CFFTW
import Foundation
import Synchronization

/// FFTW's planner works on global tables and must not run twice at once; executing plans may.
private let planner = Mutex(())

/// A plan of the caller's own buffers, which belong to one object alone: only the making is guarded.
private func makePlan(length: Int, _ make: () -> fftwf_plan?) -> fftwf_plan {
    let address = planner.withLock { _ in UInt(bitPattern: make()) }
    guard let plan = fftwf_plan(bitPattern: address) else {
        preconditionFailure("FFTW has no plan for \(length) values")
    }
    return plan
}

private func destroy(_ plan: fftwf_plan) {
    let address = UInt(bitPattern: plan)
    planner.withLock { _ in fftwf_destroy_plan(fftwf_plan(bitPattern: address)) }
}

/// A real transform of one length, with its window and its scratch made once.
///
/// Neighbouring samples are taken as one complex number, so a complex transform of half the length does most of the work; what
/// unfolds it into the bins of the real one also takes their magnitudes, in one pass over the bins (Sorensen et al.,
/// "Real-Valued Fast Fourier Transform Algorithms", 1987). FFTW's own real transforms take half as long again.
///
/// Plans use `FFTW_ESTIMATE`: they run within a tenth of measured ones and cost under a millisecond, while measuring
/// alone would use up the budget of the immediate stage. Estimated plans are also the same on every run, so results
/// are.
package final class RealFFT {
    /// Samples per transform.
    package let length: Int
    /// `length / 2 + 1`: the bins from 0 Hz to half the sample rate, both included.
    package let bins: Int
    /// Half the length: what the complex transform has.
    private let half: Int
    private let input: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<fftwf_complex>
    /// cos and sin of 2π · bin / length for the lower half of the bins, one after the other.
    private let cosines: UnsafeMutablePointer<Float>
    private let sines: UnsafeMutablePointer<Float>
    private let plan: fftwf_plan

    /// - Parameter length: samples (2…), best one whose factors are 2, 3 and 5.
    package init(length: Int) {
        precondition(length >= 2 && length.isMultiple(of: 2), "a transform needs an even number of samples")
        self.length = length
        let half = length / 2
        self.half = half
        bins = half + 1
        guard let input = fftwf_alloc_complex(half), let output = fftwf_alloc_complex(half),
            let turns = fftwf_alloc_real(2 * half)
        else {
            preconditionFailure("out of memory")
        }
        self.input = UnsafeMutableRawPointer(input).bindMemory(to: Float.self, capacity: length)
        self.input.initialize(repeating: 0, count: length)
        self.output = output
        cosines = turns
        sines = turns + half
        for bin in 0..<half {
            let angle = 2 * Double.pi * Double(bin) / Double(length)
            (turns + bin).initialize(to: Float(cos(angle)))
            (turns + half + bin).initialize(to: Float(sin(angle)))
        }
        plan = makePlan(length: half) {
            fftwf_plan_dft_1d(Int32(half), input, output, FFTW_FORWARD, FFTW_ESTIMATE)
        }
    }

    deinit {
        destroy(plan)
        fftwf_free(input)
        fftwf_free(output)
        fftwf_free(cosines)
    }

    /// Power spectrum of windowed samples: `power[k] = |X(k)|²`, k = 0…`length / 2`, not scaled.
    /// - Parameters:
    ///   - samples: a ring; its oldest sample is at `start`. May be shorter than the transform: zeros follow.
    ///   - window: as many weights as there are samples.
    package func power(ofRing samples: [Float], from start: Int, window: [Float], into power: inout [Float]) {
        precondition(power.count >= bins)
        load(samples, from: start, window: window)
        fftwf_execute(plan)
        _ = power.withUnsafeMutableBufferPointer { unfold(into: $0, asMagnitudes: false, sumFrom: 0) }
    }

    /// Magnitudes of windowed samples: `magnitude[k] = |X(k)|`, not scaled.
    /// - Parameters:
    ///   - samples, start, window: as for `power`.
    ///   - magnitude: gets the first of them, as many as it has room for.
    ///   - first: the bin from which on power is summed.
    /// - Returns: Σ|X(k)|² from that bin to the last.
    package func magnitudes(
        ofRing samples: [Float], from start: Int, window: [Float], into magnitude: inout [Float], sumFrom first: Int
    ) -> Float {
        precondition(magnitude.count <= bins && first >= 0 && first <= bins)
        load(samples, from: start, window: window)
        fftwf_execute(plan)
        return magnitude.withUnsafeMutableBufferPointer { unfold(into: $0, asMagnitudes: true, sumFrom: first) }
    }

    @inline(__always)
    private static func multiply(
        _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int
    ) {
        for index in 0..<count { result[index] = a[index] * b[index] }
    }

    private func load(_ samples: [Float], from start: Int, window: [Float]) {
        let count = samples.count
        precondition(count <= length && window.count == count && start < count)
        let head = count - start
        samples.withUnsafeBufferPointer { ring in
            window.withUnsafeBufferPointer { weights in
                guard let ring = ring.baseAddress, let weights = weights.baseAddress else { return }
                Self.multiply(ring + start, weights, into: input, count: head)
                Self.multiply(ring, weights + head, into: input + head, count: count - head)
            }
        }
    }

    /// Bins of the real transform from those of the complex one, as power or as magnitudes.
    /// - Returns: the sum of the power from bin `first` on.
    @inline(__always)
    private func unfold(
        into result: UnsafeMutableBufferPointer<Float>, asMagnitudes: Bool, sumFrom first: Int
    ) -> Float {
        let (even, odd) = output[0]
        var sum: Float = 0
        put((even + odd) * (even + odd), at: 0, into: result, asMagnitudes, &sum, from: first)
        put((even - odd) * (even - odd), at: half, into: result, asMagnitudes, &sum, from: first)
        // A bin and its mirror image come out of the same two numbers; the middle one is its own.
        let pairsEnd = (half + 1) / 2
        var bin = 1
        var sums = SIMD4<Float>()
        while bin < pairsEnd {
            if bin >= first && bin &+ 4 <= pairsEnd {
                let (near, far) = powers(ofFourFrom: bin)
                sums += near + far
                store(asMagnitudes ? squareRoot(near) : near, into: result, at: bin)
                store(asMagnitudes ? squareRoot(far) : far, into: result, at: half &- bin &- 3)
                bin &+= 4
            } else {
                let (near, far) = powers(of: bin)
                put(near, at: bin, into: result, asMagnitudes, &sum, from: first)
                put(far, at: half - bin, into: result, asMagnitudes, &sum, from: first)
                bin &+= 1
            }
        }
        if half.isMultiple(of: 2) {
            let (real, imaginary) = output[half / 2]
            put(
                real * real + imaginary * imaginary, at: half / 2, into: result, asMagnitudes, &sum, from: first)
        }
        return sum + sums.sum()
    }

    private func put(
        _ power: Float, at bin: Int, into result: UnsafeMutableBufferPointer<Float>, _ asMagnitudes: Bool,
        _ sum: inout Float, from first: Int
    ) {
        if bin >= first { sum += power }
        if bin < result.count { result[bin] = asMagnitudes ? power.squareRoot() : power }
    }

    @inline(__always)
    private func store(_ values: SIMD4<Float>, into result: UnsafeMutableBufferPointer<Float>, at bin: Int) {
        if bin &+ 4 <= result.count, let base = result.baseAddress {
            UnsafeMutableRawPointer(base).storeBytes(of: values, toByteOffset: bin &* 4, as: SIMD4<Float>.self)
        } else {
            for lane in 0..<4 where bin + lane < result.count { result[bin + lane] = values[lane] }
        }
    }

    /// |X|² of one bin and its mirror image from Z of both: with E = (Z(k) + Z̄(M−k)) / 2 and O = (Z(k) − Z̄(M−k)) / 2i,
    /// X(k) = E + wO and X̄(M−k) = E − wO.
    private func powers(of bin: Int) -> (near: Float, far: Float) {
        let (near, far) = (output[bin], output[half - bin])
        let (even, odd) = (SIMD2(near.0 + far.0, near.1 - far.1), SIMD2(near.1 + far.1, far.0 - near.0))
        let (cosine, sine) = (cosines[bin], sines[bin])
        let turned = SIMD2(cosine * odd.x + sine * odd.y, cosine * odd.y - sine * odd.x)
        let (sum, difference) = ((even + turned) / 2, (even - turned) / 2)
        return (sum.x * sum.x + sum.y * sum.y, difference.x * difference.x + difference.y * difference.y)
    }

    /// The same for four bins at a time; both results rise with the frequency.
    @inline(__always)
    private func powers(ofFourFrom bin: Int) -> (near: SIMD4<Float>, far: SIMD4<Float>) {
        let parts = UnsafeRawPointer(output)
        let near = parts.loadUnaligned(fromByteOffset: bin &* 8, as: SIMD8<Float>.self)
        let far = parts.loadUnaligned(fromByteOffset: (half &- bin &- 3) &* 8, as: SIMD8<Float>.self)
        let cosine = UnsafeRawPointer(cosines).loadUnaligned(fromByteOffset: bin &* 4, as: SIMD4<Float>.self)
        let sine = UnsafeRawPointer(sines).loadUnaligned(fromByteOffset: bin &* 4, as: SIMD4<Float>.self)
        let (nearReal, nearImaginary) = (near.evenHalf, near.oddHalf)
        let farReal = SIMD4(far[6], far[4], far[2], far[0])
        let farImaginary = SIMD4(far[7], far[5], far[3], far[1])
        let (evenReal, evenImaginary) = (nearReal + farReal, nearImaginary - farImaginary)
        let (oddReal, oddImaginary) = (nearImaginary + farImaginary, farReal - nearReal)
        let turnedReal = cosine * oddReal + sine * oddImaginary
        let turnedImaginary = cosine * oddImaginary - sine * oddReal
        let (upReal, upImaginary) = (evenReal + turnedReal, evenImaginary + turnedImaginary)
        let (downReal, downImaginary) = (evenReal - turnedReal, evenImaginary - turnedImaginary)
        let up = (upReal * upReal + upImaginary * upImaginary) * 0.25
        let down = (downReal * downReal + downImaginary * downImaginary) * 0.25
        return (up, SIMD4(down.w, down.z, down.y, down.x))
    }

    /// The smallest multiple of four that is no less than `length` and has no prime factor above 5.
    package static func smoothLength(atLeast length: Int) -> Int {
        var candidate = max(8, (length + 3) / 4 * 4)
        while true {
            var rest = candidate
            for factor in [2, 3, 5] { while rest.isMultiple(of: factor) { rest /= factor } }
            if rest == 1 { return candidate }
            candidate += 4
        }
    }

    /// The smallest power of two, or three halves of one, that is no less than `length`: estimated plans for these are
    /// nearly twice as fast as for other smooth lengths (768 takes 0.34 µs, 720 takes 0.56).
    package static func fastLength(atLeast length: Int) -> Int {
        var power = 8
        while power < length { power *= 2 }
        return power / 4 * 3 >= length ? power / 4 * 3 : power
    }

    /// FFTW's version, as `3.3.10`. The library's own constant cannot be imported, but its wisdom names it.
    static let libraryVersion: String = planner.withLock { _ in
        guard let wisdom = fftwf_export_wisdom_to_string() else { return "unknown" }
        defer { fftwf_free(wisdom) }
        let words = String(cString: wisdom).split { $0 == "-" || $0 == " " }
        return words.count > 1 ? String(words[1]) : "unknown"
    }
}

/// The transforms of two real, even sequences at once: both are real, so they fit into one complex transform. With a power
/// spectrum as input this is the autocorrelation (Wiener–Khinchin), scaled by `length`.
package final class EvenTransformPair {
    /// Values of a period.
    package let length: Int
    /// Values that a sequence is given by; zeros follow.
    package let count: Int
    private let input: UnsafeMutablePointer<fftwf_complex>
    private let output: UnsafeMutablePointer<fftwf_complex>
    private let plan: fftwf_plan

    /// - Parameters:
    ///   - length: values of a period (2…), even.
    ///   - count: values that sequences have, 1…`length / 2`.
    package init(length: Int, count: Int) {
        precondition(length >= 2 && length.isMultiple(of: 2), "a transform needs an even number of samples")
        precondition((1...length / 2).contains(count), "a sequence lies within half a period")
        guard let input = fftwf_alloc_complex(length), let output = fftwf_alloc_complex(length) else {
            preconditionFailure("out of memory")
        }
        input.initialize(repeating: (0, 0), count: length)
        output.initialize(repeating: (0, 0), count: length)
        self.length = length
        self.count = count
        self.input = input
        self.output = output
        // Not in place: such a plan would fetch a buffer on every run.
        plan = makePlan(length: length) {
            fftwf_plan_dft_1d(Int32(length), input, output, FFTW_FORWARD, FFTW_ESTIMATE)
        }
    }

    deinit {
        destroy(plan)
        fftwf_free(input)
        fftwf_free(output)
    }

    /// - Parameters:
    ///   - first, second: `count` values of each sequence.
    ///   - firstResult, secondResult: get as many values of each transform as they have room for, at most half a period and
    ///     one.
    package func transform(
        _ first: [Float], _ second: [Float], into firstResult: inout [Float], _ secondResult: inout [Float]
    ) {
        precondition(first.count == count && second.count == count)
        precondition(firstResult.count == secondResult.count && firstResult.count <= length / 2 + 1)
        let (first, second) = (first.span, second.span)
        input[0] = (first[0], second[0])
        for index in 1..<count {
            let pair = (first[unchecked: index], second[unchecked: index])
            input[index] = pair
            input[length - index] = pair
        }
        fftwf_execute(plan)
        var firsts = firstResult.mutableSpan
        var seconds = secondResult.mutableSpan
        for index in 0..<firsts.count {
            (firsts[unchecked: index], seconds[unchecked: index]) = output[index]
        }
    }
}

/// Facts about the libraries that Analysis stands on.
public enum AnalysisLibraries {
    public static var fftwVersion: String { RealFFT.libraryVersion }
}
