// Recording quality: one card per fault, or one that says there is none.

import Analysis
import Pipeline
import Testing

@Suite struct RecordingQualityTests {
    private func spoken() throws -> Measurements { try Made.memo(seconds: 20, activity: [(0, 20)]) }

    private func cards(_ memo: Measurements) -> [Insight] {
        InsightFinder.insights(for: memo).filter { $0.kind == .recordingQuality }
    }

    /// A clean memo with one thing wrong has the one card about it.
    private func fault(_ name: String, _ break: (inout Measurements) throws -> Void) throws -> Insight {
        var memo = try spoken()
        try `break`(&memo)
        #expect(cards(memo).ids == ["recordingQuality-\(name)"])
        return try #require(cards(memo).first)
    }

    @Test func `a clean memo says so, with its distance from the room`() throws {
        let card = try fault("clean") { _ in }
        #expect(card.importance == .minor)
        #expect(card.number("signalToNoise") == 40)
        #expect(card.span == TimeSpan(start: 0, end: 20))
    }

    @Test func `clipping, by its share of the samples`() throws {
        #expect(try fault("clipping") { $0.levels.clippedSamples = 3 }.importance == .minor)
        let card = try fault("clipping") { $0.levels.clippedSamples = 3200 }
        #expect(card.importance == .significant)
        #expect(card.number("clippedSamples") == 3200 && card.number("share") == 0.01)
    }

    @Test func `clipping in stereo is shared by both channels`() throws {
        let card = try fault("clipping") { ($0.levels.clippedSamples, $0.channels) = (3200, 2) }
        #expect(card.number("share") == 0.005)
    }

    @Test func `a voice too quiet`() throws {
        #expect(try fault("clean") { $0.activeLevel = -42 }.number("signalToNoise") == 18)
        #expect(try fault("tooQuiet") { $0.activeLevel = -43 }.number("activeLevel") == -43)
    }

    @Test func `a noisy place`() throws {
        #expect(try fault("noise") { $0.levels.noiseFloor = -34.9 }.importance == .significant)
        #expect(try fault("clean") { $0.levels.noiseFloor = -35 }.number("signalToNoise") == 15)
    }

    @Test func `mains hum`() throws {
        let hum = try Made.hum()
        let card = try fault("hum") { $0.hum = hum }
        #expect(card.number("mainsHz") == 50)
        #expect(card.numbers("harmonics") == hum.harmonics.map(Double.init))
    }

    @Test(arguments: [0.02, -0.02])
    func `a direct current, in either direction`(offset: Double) throws {
        #expect(try fault("dcOffset") { $0.levels.dcOffset = offset }.number("dcOffset") == offset)
        #expect(try fault("clean") { $0.levels.dcOffset = offset / 2 }.number("peak") == -6)
    }

    @Test func `dropouts in the sound, but not those in its pauses`() throws {
        var hole = try Made.dropout()
        hole.levelAround = -30
        let card = try fault("dropouts") { $0.dropouts = [hole, hole] }
        #expect(card.number("count") == 2)
        #expect(card.span == TimeSpan(start: hole.start, end: hole.start + hole.duration))
        hole.levelAround = -41
        _ = try fault("clean") { $0.dropouts = [hole] }
    }

    @Test func `samples that are not numbers`() throws {
        #expect(try fault("nonFinite") { $0.levels.nonFiniteSamples = 7 }.number("nonFiniteSamples") == 7)
    }

    @Test func `several faults are several cards, and none says clean`() throws {
        var memo = try spoken()
        memo.levels.clippedSamples = 500
        memo.levels.dcOffset = 0.05
        memo.levels.noiseFloor = -25
        #expect(
            cards(memo).ids == ["recordingQuality-clipping", "recordingQuality-noise", "recordingQuality-dcOffset"])
    }

    @Test func `digital silence is not called clean`() throws {
        var memo = try Made.memo(seconds: 10)
        (memo.levels.peak, memo.levels.rms, memo.levels.noiseFloor) = (nil, nil, nil)
        let insights = InsightFinder.insights(for: memo)
        #expect(insights.ids == ["recordingQuality-silence"])
        #expect(insights.first?.evidence.map(\.value) == [.number(nil)])
    }

    @Test func `a memo without activity has cards about its recording only`() throws {
        var memo = try Made.memo(seconds: 60)
        #expect(InsightFinder.insights(for: memo).ids == ["recordingQuality-noSpeech"])
        memo.hum = try Made.hum()
        memo.levels.clippedSamples = 100
        #expect(InsightFinder.insights(for: memo).allSatisfy { $0.kind == .recordingQuality })
    }

    @Test func `names are unique and sounds belong to what matters`() throws {
        let memo = try Made.memo(
            seconds: 60, activity: [(5, 20), (25, 40)], nuclei: Made.syllables(120) { $0 % 30 == 9 ? 65 : 50 })
        let insights = InsightFinder.insights(for: memo)
        #expect(Set(insights.ids).count == insights.count && insights.count >= 6)
        for insight in insights {
            #expect((insight.cue.sound == nil) == (insight.importance == .minor))
            #expect(insight.importance != .breakthrough)
            #expect(insight.span.start >= 0 && insight.span.end <= memo.duration)
        }
    }
}
