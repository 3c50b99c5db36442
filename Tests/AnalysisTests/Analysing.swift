// Analysing: how these tests push signals through the analyzer.

import Analysis
import TestSignals

/// An analyzer with settings that are known to be in range.
func makeAnalyzer(
    sampleRate: Int, channels: Int = 1, parameters: AnalysisParameters = AnalysisParameters()
) -> Analyzer {
    do {
        return try Analyzer(sampleRate: sampleRate, channels: channels, parameters: parameters)
    } catch {
        preconditionFailure("a test's own settings are refused: \(error)")
    }
}

/// Measurements of a memo, pushed in blocks whose sizes `nextSize` gives.
func analyse(
    _ interleaved: [Float], sampleRate: Int, channels: Int = 1, parameters: AnalysisParameters = AnalysisParameters(),
    nextSize: () -> Int = { 4096 }
) -> Measurements {
    var analyzer = makeAnalyzer(sampleRate: sampleRate, channels: channels, parameters: parameters)
    push(interleaved, channels: channels, into: &analyzer, nextSize: nextSize)
    return analyzer.finish()
}

func push(_ interleaved: [Float], channels: Int, into analyzer: inout Analyzer, nextSize: () -> Int = { 4096 }) {
    let frames = interleaved.count / channels
    var position = 0
    while position < frames {
        let count = min(max(1, nextSize()), frames - position)
        analyzer.push(Array(interleaved[position * channels..<(position + count) * channels]), frames: count)
        position += count
    }
}

func analyse(_ signal: Signal, parameters: AnalysisParameters = AnalysisParameters()) -> Measurements {
    analyse(signal.samples, sampleRate: signal.sampleRate, parameters: parameters)
}

/// Every number of a result. Swift prints floating-point numbers so that no bit is lost.
func everything(_ measurements: Measurements) -> String { String(describing: measurements) }
