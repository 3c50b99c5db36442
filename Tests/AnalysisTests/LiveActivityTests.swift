// Live activity: the newest sound has an answer at once, which is settled once, and asking for it changes nothing.

import Analysis
import TestSignals
import Testing

@Suite("Live activity") struct LiveActivityTests {
    /// What a screen was told of a memo, asked ten times a second.
    private struct Told {
        var answers: [(heard: Double, activity: LiveActivity)] = []
        var measurements: Measurements
        var rest: LiveActivity
    }

    private static let step = 0.1
    /// A frame that is not whole yet waits for the next look.
    private static let frame = 0.01

    private func tell(_ signal: Signal, parameters: AnalysisParameters = AnalysisParameters()) -> Told {
        var analyzer = makeAnalyzer(sampleRate: signal.sampleRate, channels: 1, parameters: parameters)
        var cursor = LiveActivityCursor()
        var answers: [(heard: Double, activity: LiveActivity)] = []
        let block = Int(Self.step * Double(signal.sampleRate))
        for start in stride(from: 0, to: signal.samples.count, by: block) {
            let part = Array(signal.samples[start..<min(start + block, signal.samples.count)])
            analyzer.push(part, frames: part.count)
            answers.append((analyzer.seconds, cursor.take(from: analyzer)))
        }
        let measurements = analyzer.finish()
        return Told(answers: answers, measurements: measurements, rest: cursor.take(from: measurements))
    }

    private static let talk = SpeechLike(
        [.init(start: 1, syllables: 6), .init(start: 3.4, syllables: 3), .init(start: 4.6, syllables: 9)], room: -55,
        seconds: 7.3037, sampleRate: 16_000
    ).signal

    private static func parameters(_ method: ActivityMethod) -> AnalysisParameters {
        var parameters = AnalysisParameters()
        parameters.activityMethod = method
        parameters.keepsEvidence = true
        return parameters
    }

    @Test(
        "a memo has the same results, to the last bit, whether anybody looked or not",
        arguments: ActivityMethod.allCases)
    func looking(method: ActivityMethod) {
        let told = tell(Self.talk, parameters: Self.parameters(method))
        let alone = analyse(Self.talk, parameters: Self.parameters(method))
        #expect(everything(told.measurements) == everything(alone))
        #expect(alone.activity.count >= 2)
    }

    @Test("two who look are told the same")
    func twice() {
        var analyzer = makeAnalyzer(sampleRate: 16_000, channels: 1)
        push(Self.talk.samples, channels: 1, into: &analyzer)
        var (one, other) = (LiveActivityCursor(), LiveActivityCursor())
        #expect(one.take(from: analyzer) == other.take(from: analyzer))
    }

    @Test(
        "all sound but the frame under way has an answer, and what is settled follows within 0.98 s",
        arguments: ActivityMethod.allCases)
    func latency(method: ActivityMethod) {
        for (heard, activity) in tell(Self.talk, parameters: Self.parameters(method)).answers {
            #expect(activity.provisional.span.end <= heard + 1e-9)
            #expect(activity.provisional.span.end > heard - Self.frame - 1e-9)
            #expect(activity.settled.span.end >= heard - 0.98 - Self.frame - 1e-9)
        }
    }

    @Test(
        "zeros at the beginning are settled at once, and nothing is told of sound to come",
        arguments: [0.01, 0.03, 0.13, 2.5],
        ActivityMethod.allCases)
    func leadingZeros(seconds: Double, method: ActivityMethod) {
        let zeros = Signal.silence(seconds: seconds, sampleRate: 16_000)
        for signal in [zeros, Signal(zeros.samples + Self.talk.samples, sampleRate: 16_000)] {
            let told = tell(signal, parameters: Self.parameters(method))
            var shown = 0.0
            for (heard, activity) in told.answers {
                #expect(activity.provisional.span.end <= heard + 1e-9 && activity.settled.span.end <= heard + 1e-9)
                #expect(activity.provisional.span.start >= max(shown, activity.settled.span.end))
                shown = activity.provisional.span.end
            }
            let parts = told.answers.map(\.activity.settled) + [told.rest.settled]
            #expect(joined(parts.flatMap(\.active)) == told.measurements.activity)
        }
    }

    @Test("each frame has one provisional answer, before it is settled")
    func once() {
        let answers = tell(Self.talk).answers.map(\.activity)
        var (settled, shown) = (0.0, 0.0)
        for answer in answers {
            #expect(answer.settled.span.start == settled && answer.settled.span.end >= settled)
            settled = answer.settled.span.end
            #expect(answer.provisional.span.start == max(shown, settled))
            shown = answer.provisional.span.end
            for part in [answer.settled, answer.provisional] {
                #expect(
                    part.active.allSatisfy { $0.start >= part.span.start && $0.end <= part.span.end && $0.duration > 0 }
                )
            }
        }
        #expect(shown > settled + 0.5)
    }

    @Test("what was settled, put together, is the activity of the memo", arguments: ActivityMethod.allCases)
    func settled(method: ActivityMethod) {
        let told = tell(Self.talk, parameters: Self.parameters(method))
        let parts = told.answers.map(\.activity.settled) + [told.rest.settled]
        #expect(joined(parts.flatMap(\.active)) == told.measurements.activity)
        #expect(parts.last?.span.end == told.measurements.duration)
        #expect(told.rest.provisional.active.isEmpty && told.rest.provisional.span.duration == 0)
    }

    @Test("a memo that ends while somebody speaks is settled to its end")
    func endsInSpeech() {
        let talk = SpeechLike([.init(start: 1, syllables: 20)], seconds: 3.0037, sampleRate: 16_000).signal
        let told = tell(talk)
        let parts = told.answers.map(\.activity.settled) + [told.rest.settled]
        #expect(joined(parts.flatMap(\.active)) == told.measurements.activity)
        #expect(told.measurements.activity.last?.end == told.measurements.duration)
    }

    @Test("provisional answers are seldom revised", arguments: [30.0, 10])
    func revisions(ratio: Double) throws {
        let talk = try SpokenText(
            ["We should ask her once more.", "Nobody knew where the garden ended."], voice: "en+f2")
        let bed = Signal.pinkNoise(
            level: -24 - ratio, seconds: talk.signal.seconds, sampleRate: talk.signal.sampleRate)
        let told = tell(talk.signal + bed)
        let count = Int(talk.signal.seconds * 100)
        let provisional = frames(told.answers.flatMap(\.activity.provisional.active), count)
        let final = frames(told.measurements.activity, count)
        let revised = zip(provisional, final).count { $0 != $1 }
        #expect(Double(revised) < 0.12 * Double(count), "\(revised) of \(count)")
        #expect(final.count { $0 } > count / 4)
    }

    @Test("nothing is told of nothing")
    func nothing() {
        let analyzer = makeAnalyzer(sampleRate: 16_000, channels: 1)
        var cursor = LiveActivityCursor()
        let activity = cursor.take(from: analyzer)
        #expect(activity.settled.span.duration == 0 && activity.provisional.span.duration == 0)
        #expect(activity.settled.active.isEmpty && activity.provisional.active.isEmpty)
    }

    private func joined(_ spans: [TimeSpan]) -> [TimeSpan] {
        spans.reduce(into: []) { joined, span in
            if joined.last?.end == span.start {
                joined[joined.count - 1].end = span.end
            } else {
                joined.append(span)
            }
        }
    }

    private func frames(_ spans: [TimeSpan], _ count: Int) -> [Bool] {
        (0..<count).map { frame in
            let centre = (Double(frame) + 0.5) / 100
            return spans.contains { $0.start <= centre && centre < $0.end }
        }
    }
}
