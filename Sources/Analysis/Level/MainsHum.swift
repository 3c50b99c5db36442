// MainsHum: the tone of 50 or 60 Hz and its harmonics that bad cables and lamps add.

import Foundation

/// Mains hum that runs through a memo.
public struct Hum: Sendable, Equatable {
    /// 50 or 60.
    public var mainsHz: Int
    /// Harmonics that stand out (1 is the mains frequency itself).
    public var harmonics: [Int]
    /// Level of each of them, in dBFS.
    public var harmonicLevels: [Double]
    /// Level of those harmonics together, in dBFS.
    public var level: Double
}

/// Looks at one second at a time through a narrow window. A voice passes through 100 Hz, hum stays there: only what
/// stands out in most seconds counts.
struct HumFinder {
    private static let mains = [50, 60]
    private static let harmonics = 6
    /// Power over the median of the surroundings, in dB.
    private static let prominence: Float = 12
    private static let share = 0.7
    /// Bins on each side that are compared with, past the main lobe of the window.
    private static let near = 4
    private static let far = 12

    private let decimation: Int
    private let binWidth: Double
    private let fft: RealFFT
    private let window: [Float]
    private var samples: [Float]
    private var power: [Float]
    private var surroundings: [Float]
    private var filled = 0
    private var boxSum: Float = 0
    private var boxCount = 0
    private var seconds = 0
    /// Per mains frequency and harmonic: in how many seconds it stood out, and its summed power then.
    private var hits = [Int](repeating: 0, count: mains.count * harmonics)
    private var sums = [Double](repeating: 0, count: mains.count * harmonics)

    init(time: TimeBase) {
        // Means over about half a millisecond leave 2 kHz, which holds six harmonics; their own notches keep most of
        // what would fold onto low multiples of 50 Hz away.
        decimation = max(1, time.sampleRate / 2000)
        let rate = Double(time.sampleRate) / Double(decimation)
        let length = RealFFT.smoothLength(atLeast: Int(rate))
        fft = RealFFT(length: length)
        binWidth = rate / Double(length)
        window = SpectrumFrames.hann(length)
        samples = [Float](repeating: 0, count: length)
        power = [Float](repeating: 0, count: fft.bins)
        surroundings = [Float](repeating: 0, count: 2 * (Self.far - Self.near))
    }

    mutating func push(_ mono: [Float], count: Int) {
        precondition(count <= mono.count)
        var index = 0
        while index < count {
            // As many boxes as fit at once: what is between them costs more than they do.
            if boxCount == 0 {
                let boxes = min((count - index) / decimation, samples.count - filled)
                Self.means(mono, from: index, boxes: boxes, of: decimation, into: &samples, at: filled)
                index += boxes * decimation
                filled += boxes
                if filled == samples.count { lookAtSecond() }
            }
            let end = min(index + decimation - boxCount, count)
            while index < end {
                boxSum += mono[index]
                boxCount += 1
                index += 1
            }
            guard boxCount == decimation else { continue }
            samples[filled] = boxSum / Float(decimation)
            boxSum = 0
            boxCount = 0
            filled += 1
            if filled == samples.count { lookAtSecond() }
        }
    }

    /// Means of boxes of samples, one after the other.
    private static func means(
        _ values: [Float], from first: Int, boxes: Int, of width: Int, into result: inout [Float], at place: Int
    ) {
        precondition(first + boxes * width <= values.count && place + boxes <= result.count)
        let values = values.span
        var result = result.mutableSpan
        let share = 1 / Float(width)
        var index = first
        for box in 0..<boxes {
            let end = index &+ width
            var fours = SIMD4<Float>()
            while index &+ 4 <= end {
                fours += quad(values, index)
                index &+= 4
            }
            let pairs = fours.lowHalf + fours.highHalf
            var sum = pairs.x + pairs.y
            while index < end {
                sum += values[unchecked: index]
                index &+= 1
            }
            result[unchecked: place &+ box] = sum * share
        }
    }

    private mutating func lookAtSecond() {
        filled = 0
        seconds += 1
        fft.power(ofRing: samples, from: 0, window: window, into: &power)
        for (index, mains) in Self.mains.enumerated() {
            for harmonic in 1...Self.harmonics {
                let bin = Int((Double(mains * harmonic) / binWidth).rounded())
                guard bin + Self.far < power.count else { continue }
                let peak = max(power[bin - 1], power[bin], power[bin + 1])
                let around = medianAround(bin)
                guard flooredDecibels(peak) - flooredDecibels(around) >= Self.prominence else { continue }
                let cell = index * Self.harmonics + harmonic - 1
                hits[cell] += 1
                // Full scale is a sine of power ½.
                sums[cell] += Double(peak) / 2
            }
        }
    }

    private mutating func medianAround(_ bin: Int) -> Float {
        let reach = Self.far - Self.near
        for offset in 0..<reach {
            surroundings[offset] = power[max(0, bin - Self.near - 1 - offset)]
            surroundings[reach + offset] = power[bin + Self.near + 1 + offset]
        }
        surroundings.sort()
        return surroundings[reach]
    }

    /// Hum, if one of the mains frequencies shows with at least two harmonics, in most seconds of a memo of at least
    /// two.
    var finding: Hum? {
        guard seconds >= 2 else { return nil }
        let needed = Int((Double(seconds) * Self.share).rounded(.up))
        var best: Hum?
        for (index, mains) in Self.mains.enumerated() {
            let cells = (1...Self.harmonics).map { ($0, index * Self.harmonics + $0 - 1) }
            let standing = cells.filter { hits[$0.1] >= needed }
            // 300 Hz belongs to both; hum that is real shows at or below its second harmonic too.
            guard standing.count >= 2, standing[0].0 <= 2 else { continue }
            let powers = standing.map { sums[$0.1] / Double(hits[$0.1]) }
            guard let level = decibels(power: powers.reduce(0, +)) else { continue }
            let hum = Hum(
                mainsHz: mains, harmonics: standing.map(\.0),
                harmonicLevels: powers.map { 10 * log10($0) }, level: level)
            if best.map({ hum.harmonics.count > $0.harmonics.count }) ?? true { best = hum }
        }
        return best
    }
}
