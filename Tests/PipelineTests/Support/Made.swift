// Made: measurements of memos that were never recorded.

import Analysis
import Capture
import Pipeline
import Testing

enum Made {
    static let rate = 16_000

    /// A clean memo in which somebody speaks at the given times.
    static func memo(
        seconds: Double, activity: [(Double, Double)] = [], nuclei: [(time: Double, level: Double)] = []
    ) throws -> Measurements {
        var analyzer = try Analyzer(sampleRate: rate, channels: 1)
        var memo = analyzer.finish()
        memo.frames = Int(seconds * Double(rate))
        memo.levels.peak = -6
        memo.levels.rms = -20
        memo.levels.noiseFloor = -60
        memo.activity = activity.map { TimeSpan(start: $0.0, end: $0.1) }
        memo.activeLevel = activity.isEmpty ? nil : -20
        memo.nuclei = try nuclei.map { try nucleus(at: $0.time, level: $0.level) }
        return memo
    }

    /// Syllables at an even pace from 0 on, with levels by their number.
    static func syllables(
        _ count: Int, perSecond: Double = 4, level: (Int) -> Double = { _ in 50 }
    ) -> [(time: Double, level: Double)] {
        (0..<count).map { (Double($0) / perSecond, level($0)) }
    }

    /// A memo of nothing but talk, as long as its syllables.
    static func talk(_ count: Int, level: @escaping (Int) -> Double = { _ in 50 }) throws -> Measurements {
        let seconds = Double(count) / 4
        return try memo(seconds: seconds, activity: [(0, seconds)], nuclei: syllables(count, level: level))
    }

    /// What real sound gave, to be changed at will; measurements cannot be made from nothing.
    private static let spoken = Result { try MemoReader(Memo(path: Samples.note), parameters: .init()).readAll() }
    private static let humming = Result {
        try MemoReader(Memo(path: Samples.folder + "hum.wav"), parameters: .init()).readAll()
    }

    static func nucleus(at time: Double, level: Double) throws -> SyllableNucleus {
        var nucleus = try #require(try spoken.get().nuclei.first)
        (nucleus.time, nucleus.level) = (time, level)
        return nucleus
    }

    static func segment(_ start: Double, _ end: Double) throws -> Segment {
        var segment = try #require(try spoken.get().segments.first)
        segment.span = TimeSpan(start: start, end: end)
        return segment
    }

    static func hum() throws -> Hum { try #require(try humming.get().hum) }

    /// A hole of 20 ms in a loud tone, as the analysis finds it.
    static func dropout() throws -> Dropout {
        var analyzer = try Analyzer(sampleRate: rate, channels: 1)
        let sound = (0..<rate).map { index -> Float in
            (8000..<8320).contains(index) ? 0 : (index / 20).isMultiple(of: 2) ? 0.25 : -0.25
        }
        analyzer.push(sound, frames: sound.count)
        return try #require(analyzer.finish().dropouts.first)
    }
}

extension Insight {
    /// The evidence of a name, as a number.
    func number(_ name: String) -> Double? {
        switch evidence.first(where: { $0.name == name })?.value {
        case .count(let count): Double(count)
        case .number(let number): number
        default: nil
        }
    }

    func word(_ name: String) -> String? {
        if case .word(let word) = evidence.first(where: { $0.name == name })?.value { word } else { nil }
    }

    func numbers(_ name: String) -> [Double]? {
        if case .numbers(let numbers) = evidence.first(where: { $0.name == name })?.value { numbers } else { nil }
    }
}

extension [Insight] {
    func first(_ kind: Insight.Kind) -> Insight? { first { $0.kind == kind } }
    var ids: [String] { map(\.id) }
}
