// EventRecordTests: what streams of events say of memos that were late, cut off, heard live, or not processed at all.

import Capture
import Foundation
import Latency
import Pipeline
import TestSignals
import Testing

@Suite struct EventRecordTests {
    private func read(_ text: String, notes: UnsafeMutablePointer<[String]>? = nil) throws -> [RecordedMemo] {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), as: "events")
        return try RecordSources.read([path]) { notes?.pointee.append($0) }
    }

    private func event(_ name: String, _ memo: String, _ rest: String) -> String {
        "{\"event\":\"\(name)\",\"seq\":0,\"memo\":\"\(memo)\",\(rest)}\n"
    }

    private func story(_ memo: String) -> String {
        event("accepted", memo, "\"elapsed\":0,\"queueWait\":0.5,\"pathEscaped\":null")
            + event("immediate", memo, "\"elapsed\":0.01,\"budget\":0.1,\"levels\":{\"min\":[1,2.5e-1]}")
            + event(
                "completed", memo, "\"latency\":{\"total\":0.1,\"stages\":[{\"stage\":\"immediate\",\"elapsed\":0.01}]}"
            )
    }

    @Test func `a memo that was stopped keeps the stage and the time`() throws {
        let failed =
            "\"elapsed\":0.4,\"code\":\"late\",\"late\":{\"stage\":\"transcript\",\"elapsed\":0.31,\"more\":[1]}"
        let told = try read(event("accepted", "a", "\"elapsed\":0") + event("failed", "a", failed))
        #expect(told == [RecordedMemo(memo: "a", errorCode: "late", late: StageArrival(.transcript, 0.31))])
        let report = LatencyReport(told)
        let line = try #require(report[.stage(.transcript)])
        #expect(line.distribution.count == 1 && line.stopped == 1 && line.verdict == .over && line.inside == 0)
    }

    @Test func `partial answers are told, and when the whole came`() throws {
        let told = try read(
            event("accepted", "a", "\"elapsed\":0")
                + event(
                    "immediate", "a", "\"elapsed\":0.09,\"budget\":0.1,\"partialSeconds\":12,\"overview\":\"sampled\"")
                + event("transcript", "a", "\"elapsed\":0.28,\"budget\":0.3,\"partialSeconds\":30")
                + event("immediate", "a", "\"revision\":1,\"elapsed\":0.6,\"budget\":null,\"overview\":\"full\""))
        let stages = [
            StageArrival(.immediate, 0.09, isPartial: true, whole: 0.6),
            StageArrival(.transcript, 0.28, isPartial: true),
        ]
        #expect(told.first?.stages == stages)
        #expect(LatencyReport(told)[.stage(.transcript)]?.partial == 1)
    }

    @Test func `memos that were known are no processings`() throws {
        var notes: [String] = []
        let known = event("accepted", "b", "\"elapsed\":0,\"queueWait\":0") + event("completed", "b", "\"known\":\"a\"")
        #expect(try read(known + story("a") + known, notes: &notes).map(\.memo) == ["a"])
        #expect(notes.count == 1 && notes.first?.contains("2 memos had a result before") == true)
    }

    @Test func `a stream that was cut anywhere and the next one in the same file are both read`() throws {
        let first = Array(story("a").utf8)
        let begun = story("a").split(separator: "\n").first?.utf8.count ?? 0
        for end in begun + 1..<first.count - 1 {
            var notes: [String] = []
            let text = String(decoding: first.prefix(end), as: UTF8.self) + story("b") + story("c")
            // A cut between two events shows only at the end.
            let told = try read(text, notes: &notes).sorted { $0.memo < $1.memo }
            #expect(told.map(\.memo) == ["a", "b", "c"], "cut at \(end)")
            #expect(told.map(\.errorCode) == ["unfinished", nil, nil], "cut at \(end)")
            #expect(LatencyReport(told).failures.map(\.code) == ["unfinished"] && !notes.isEmpty)
        }
    }

    @Test func `a cut stream of the same memo is not mixed up with the next`() throws {
        let cut = String(story("a").dropLast(60))
        let told = try read(cut + "\n" + story("a"))
        #expect(told.map(\.errorCode) == ["unfinished", nil] && told.map(\.total) == [nil, 0.1])
    }

    @Test func `live memos are in no total, no real time and no reading`() throws {
        let latency =
            "\"latency\":{\"total\":60,\"stages\":[{\"stage\":\"insights\",\"elapsed\":0.02}],"
            + "\"steps\":[{\"step\":\"read\",\"elapsed\":59},{\"step\":\"segments\",\"elapsed\":0.01}]}"
        let live =
            event("accepted", "l", "\"elapsed\":0")
            + event("immediate", "l", "\"elapsed\":0.1,\"overview\":\"live\",\"progress\":{\"duration\":60}")
            + event("completed", "l", latency)
        let report = LatencyReport(try read(live + story("a")))
        #expect(report.memos == 2 && report.live == 1)
        #expect(report[.total]?.distribution.max == 0.1 && report[.step(.read)] == nil)
        #expect(report[.step(.segments)]?.distribution.count == 1)
        #expect(report[.stage(.insights)]?.distribution.count == 1)
        #expect(report.realtimeFactor.count == 0 && report.worst.map(\.memo) == ["a"])
    }

    @Test func `stages of a live memo are what the events say of them, and not as long as the recording`() throws {
        let live =
            event("accepted", "l", "\"elapsed\":0")
            + event("immediate", "l", "\"elapsed\":5,\"live\":true,\"stageElapsed\":0.02,\"overview\":\"live\"")
            + event("immediate", "l", "\"elapsed\":60,\"live\":true,\"revision\":1,\"overview\":\"full\"")
            + event("transcript", "l", "\"elapsed\":60.1,\"live\":true,\"stageElapsed\":0.1,\"budget\":0.3")
        // Cut off before `completed`, which would tell them again.
        let told = try #require(try read(live).first)
        #expect(told.isLive && told.stages == [StageArrival(.immediate, 0.02), StageArrival(.transcript, 0.1)])
        // Older versions say only how long the recording took.
        let old = live.replacing(#""live":true,"stageElapsed":0.02,"#, with: "").replacing(
            #""live":true,"stageElapsed":0.1,"#, with: "")
        let unknown = try #require(try read(old).first)
        #expect(unknown.isLive && unknown.stages.isEmpty)
    }

    @Test func `a live memo that failed is a live memo`() throws {
        let failed =
            event("accepted", "l", "\"elapsed\":0")
            + event("failed", "l", "\"elapsed\":9,\"live\":true,\"code\":\"readFailed\"")
        #expect(try read(failed).first?.isLive == true)
    }
}
