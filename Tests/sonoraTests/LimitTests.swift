// --max-samples: the limit of what is read of a memo, in each command that reads.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LimitTests {
    private let scratch: Scratch
    private let memo: String

    init() throws {
        scratch = try Scratch()
        memo = try scratch.file("memo.wav", Wave.pcm(Wave.tone(seconds: 4)))
    }

    @Test func `what lies behind the limit is told as salvage, and is no failure`() throws {
        let outcome = try Sonora.run("process", memo, "--format", "json", "--max-samples", "8000")
        #expect(outcome.status == 0 && outcome.errors.contains("--max-samples"))
        let document = try outcome.object()
        #expect(dig(document, "memo", "format", "duration") as? Double == 1)
        #expect(dig(document, "memo", "salvage", "kind") as? String == "tooLong")
        #expect(dig(document, "memo", "salvage", "secondsRecovered") as? Double == 1)
        let whole = try Sonora.run("process", memo, "--format", "json", "--max-samples", "32000").object()
        #expect(dig(whole, "memo", "format", "duration") as? Double == 4)
        #expect(dig(whole, "memo", "salvage", "kind") == nil)
    }

    @Test(arguments: [["segments"], ["levels"], ["onsets"]])
    func `every command that reads has it`(command: [String]) throws {
        let outcome = try Sonora.run(command + [memo, "--max-samples", "8000"])
        #expect(outcome.status == 0 && outcome.errors.contains("only the first 1.0 s were read"))
        #expect(try Sonora.run(command + [memo, "--max-samples", "0"]).status == 64)
    }

    @Test func `a batch does a memo again when its limit is another`() throws {
        func batch(_ more: String...) throws -> Outcome {
            try Sonora.run(["batch", ".", "-o", "out", "--format", "json"] + more, folder: scratch.folder)
        }
        func duration() throws -> Double? {
            let document = try jsonObject(bytes(of: "\(scratch.folder)/out/memo.wav.sonora.json"))
            return dig(document, "memo", "format", "duration") as? Double
        }
        try #require(batch("--max-samples", "8000").status == 0)
        #expect(try duration() == 1)
        try #require(batch().status == 0)
        #expect(try duration() == 4)
    }
}
