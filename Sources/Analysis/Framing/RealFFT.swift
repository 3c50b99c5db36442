// RealFFT: FFTW in single precision. The only file that holds its pointers.
// API: https://www.fftw.org/fftw3_doc/ (Real-data DFTs; Thread safety)

import CFFTW
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
/// Plans use `FFTW_ESTIMATE`: they run within a tenth of measured ones and cost under a millisecond, while measuring
/// alone would use up the budget of the immediate stage. Estimated plans are also the same on every run, so results
/// are.
package final class RealFFT {
    /// Samples per transform.
    package let length: Int
    /// `length / 2 + 1`: the bins from 0 Hz to half the sample rate, both included.
    package let bins: Int
    private let input: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<fftwf_complex>
    private let plan: fftwf_plan

    /// - Parameter length: samples (2…), best one whose factors are 2, 3 and 5.
    package init(length: Int) {
        precondition(length >= 2 && length.isMultiple(of: 2), "a transform needs an even number of samples")
        self.length = length
        bins = length / 2 + 1
        guard let input = fftwf_alloc_real(length), let output = fftwf_alloc_complex(bins) else {
            preconditionFailure("out of memory")
        }
        input.initialize(repeating: 0, count: length)
        self.input = input
        self.output = output
        plan = makePlan(length: length) { fftwf_plan_dft_r2c_1d(Int32(length), input, output, FFTW_ESTIMATE) }
    }

    deinit {
        destroy(plan)
        fftwf_free(input)
        fftwf_free(output)
    }

    /// Power spectrum of windowed samples: `power[k] = |X(k)|²`, k = 0…`length / 2`, not scaled.
    /// - Parameters:
    ///   - samples: a ring; its oldest sample is at `start`. May be shorter than the transform: zeros follow.
    ///   - window: as many weights as there are samples.
    package func power(ofRing samples: [Float], from start: Int, window: [Float], into power: inout [Float]) {
        precondition(power.count >= bins)
        load(samples, from: start, window: window)
        transform(into: &power)
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
        precondition(magnitude.count <= bins && first <= bins)
        load(samples, from: start, window: window)
        fftwf_execute(plan)
        return magnitude.withUnsafeMutableBufferPointer {
            Self.magnitudes(of: output, bins: bins, into: $0, sumFrom: first)
        }
    }

    /// Four bins at a time; the square root of a vector is one instruction.
    private static func magnitudes(
        of output: UnsafeMutablePointer<fftwf_complex>, bins: Int, into magnitude: UnsafeMutableBufferPointer<Float>,
        sumFrom first: Int
    ) -> Float {
        let parts = UnsafeRawPointer(output)
        var sums = SIMD4<Float>()
        var below: Float = 0
        var bin = 0
        while bin + 4 <= bins {
            let pairs = parts.loadUnaligned(fromByteOffset: bin * 8, as: SIMD8<Float>.self)
            let power = pairs.evenHalf * pairs.evenHalf + pairs.oddHalf * pairs.oddHalf
            sums += power
            if bin < first { for lane in 0..<min(4, first - bin) { below += power[lane] } }
            if bin + 4 <= magnitude.count, let base = magnitude.baseAddress {
                UnsafeMutableRawPointer(base).storeBytes(
                    of: power.squareRoot(), toByteOffset: bin * 4, as: SIMD4<Float>.self)
            } else {
                for lane in 0..<4 where bin + lane < magnitude.count {
                    magnitude[bin + lane] = power[lane].squareRoot()
                }
            }
            bin += 4
        }
        var sum = sums.sum() - below
        while bin < bins {
            let power = output[bin].0 * output[bin].0 + output[bin].1 * output[bin].1
            if bin >= first { sum += power }
            if bin < magnitude.count { magnitude[bin] = power.squareRoot() }
            bin += 1
        }
        return sum
    }

    /// Real part of the transform of a real, even sequence given by its first `values.count` points: with a power
    /// spectrum as input this is the autocorrelation (Wiener–Khinchin), scaled by `length`.
    package func evenTransform(of values: [Float], into result: inout [Float]) {
        precondition(values.count <= bins && result.count <= bins)
        input.update(repeating: 0, count: length)
        for index in values.indices {
            input[index] = values[index]
            if index > 0 && index < length - index { input[length - index] = values[index] }
        }
        fftwf_execute(plan)
        for index in result.indices { result[index] = output[index].0 }
        // Zeros behind windowed samples are written once and stay.
        input.update(repeating: 0, count: length)
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

    private func transform(into power: inout [Float]) {
        fftwf_execute(plan)
        power.withUnsafeMutableBufferPointer { power in
            for bin in 0..<bins {
                let (real, imaginary) = output[bin]
                power[bin] = real * real + imaginary * imaginary
            }
        }
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

/// The transforms of two real, even sequences at once: both are real, so they fit into one complex transform.
package final class EvenTransformPair {
    /// Values of a period.
    package let length: Int
    private let values: UnsafeMutablePointer<fftwf_complex>
    private let plan: fftwf_plan

    /// - Parameter length: values of a period (2…), even.
    package init(length: Int) {
        precondition(length >= 2 && length.isMultiple(of: 2), "a transform needs an even number of samples")
        guard let values = fftwf_alloc_complex(length) else { preconditionFailure("out of memory") }
        values.initialize(repeating: (0, 0), count: length)
        self.length = length
        self.values = values
        plan = makePlan(length: length) {
            fftwf_plan_dft_1d(Int32(length), values, values, FFTW_FORWARD, FFTW_ESTIMATE)
        }
    }

    deinit {
        destroy(plan)
        fftwf_free(values)
    }

    /// - Parameters:
    ///   - first, second: the first values of each sequence, equally many, at most half a period; zeros follow.
    ///   - firstResult, secondResult: get as many values of each transform as they have room for, at most half a period and
    ///     one.
    package func transform(
        _ first: [Float], _ second: [Float], into firstResult: inout [Float], _ secondResult: inout [Float]
    ) {
        precondition(first.count == second.count && first.count <= length / 2)
        precondition(firstResult.count == secondResult.count && firstResult.count <= length / 2 + 1)
        values.update(repeating: (0, 0), count: length)
        for index in first.indices { values[index] = (first[index], second[index]) }
        for index in first.indices.dropFirst() { values[length - index] = values[index] }
        fftwf_execute(plan)
        for index in firstResult.indices { (firstResult[index], secondResult[index]) = values[index] }
    }
}

/// Facts about the libraries that Analysis stands on.
public enum AnalysisLibraries {
    public static var fftwVersion: String { RealFFT.libraryVersion }
}
