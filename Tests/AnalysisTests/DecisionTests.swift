// Decisions: the pairs of thresholds and the means that turn evidence into a yes or no, on evidence that is made.

import Analysis
import TestSignals
import Testing

@Suite("Decisions") struct DecisionTests {
    private func decide(_ logits: [Float]) -> [Bool] {
        var decision = SpeechDecision()
        var result: [Bool] = []
        for logit in logits {
            decision.push(logit: logit)
            while let isOn = decision.next(isLast: false) { result.append(isOn) }
        }
        while let isOn = decision.next(isLast: true) { result.append(isOn) }
        return result
    }

    private func steps(_ logit: Float, _ count: Int = 20) -> [Float] { [Float](repeating: logit, count: count) }

    @Test("speech begins at half a unit of log odds")
    func on() {
        #expect(decide(steps(0.48)) == [Bool](repeating: false, count: 20))
        #expect(decide(steps(0.52)) == [Bool](repeating: true, count: 20))
    }

    @Test("and ends at even odds, so that it does not flicker")
    func off() {
        #expect(decide(steps(3) + steps(0.05)).suffix(10).allSatisfy { $0 })
        #expect(decide(steps(3) + steps(-0.05)).suffix(10).allSatisfy { !$0 })
    }

    @Test("one step is heard in five, those around it included")
    func mean() {
        #expect(decide(steps(0) + [2.6] + steps(0)).count { $0 } == 5)
        #expect(decide(steps(0) + [2.4] + steps(0)).allSatisfy { !$0 })
        let found = decide(steps(-1) + steps(4, 5) + steps(-1))
        #expect(found.firstIndex(of: true) == 19 && found.lastIndex(of: true) == 25)
    }
}

@Suite("Syllable vote") struct SyllableVoteTests {
    /// Nuclei out of peaks 0.3 s apart, each as much of a syllable as its share says; the net expects plenty.
    private func nuclei(_ shares: [Float], expected: Float = 1) -> Int {
        var vote = SyllableVote()
        var nuclei: [NucleusCandidate] = []
        for (number, share) in shares.enumerated() {
            let frame = 20 + 30 * number
            let candidate = NucleusCandidate(frame: frame, level: -30)
            vote.push(IntensityPeak(candidate: candidate, frames: frame - 8..<frame + 8, confidence: share))
        }
        for _ in 0..<15 * shares.count + 30 { vote.push(expected: expected, into: &nuclei) }
        vote.finish(into: &nuclei)
        return nuclei.count
    }

    @Test("what is surely a syllable counts as one")
    func sure() { #expect(nuclei([1, 1, 1, 1, 1]) == 5) }

    @Test("doubts add up: of two halves one is counted, of four three quarters three")
    func doubts() {
        #expect(nuclei([0.5, 0.5]) == 1 && nuclei([0.5, 0.5, 0.5, 0.5]) == 2)
        #expect(nuclei([0.75, 0.75, 0.75, 0.75]) == 3)
        #expect(nuclei([0.2, 0.2]) == 0)
    }

    @Test("where the net expects nothing there is none")
    func unexpected() { #expect(nuclei([1, 1, 1], expected: 0.02) == 0) }
}

@Suite("Evidence") struct EvidenceTests {
    @Test("modulation is how far half a second swings")
    func swing() throws {
        // 10 dB up and down, twice a second: 5 dB from the middle, less what 60 ms smooth.
        var track = EvidenceTrack()
        for step in 0..<250 { track.append(snr: step % 25 < 12 ? 10 : 0, harmonicity: 0.5) }
        let found = try #require(track.evidence(of: TimeSpan(start: 1, end: 4)))
        #expect(found.modulation > 4.5 && found.modulation < 5)
        #expect(abs(found.snr - 4.8) < 0.2 && abs(found.harmonicity - 0.5) < 0.01)
    }

    @Test("the level of a slope goes on from frame to frame")
    func slope() {
        var meter = PreEmphasisLevel()
        let constant = [Float](repeating: 0.5, count: 160)
        _ = meter.push(constant, count: 160)
        _ = meter.push(constant, count: 160)
        // A tenth of a half, at every sample.
        #expect(abs(meter.push(constant, count: 160) + 26.02) < 0.01)
    }
}
