// DryRun: what a batch would do, and why.

import Capture
import Files
import Formats
import Library

struct DryRun {
    let output: String
    let settings: BatchSettings
    let format: EventFormat

    private struct Totals {
        var memos = 0
        /// Of these, those that need not be analysed.
        var known = 0
        var bytes: Int64 = 0
        var seconds = 0.0
        /// Memos whose length only decoding tells.
        var unknown = 0
    }

    /// - Parameter plan: makes the plan, telling what it skips.
    func show(_ plan: (@escaping (String, SkipReason) -> Void) throws -> MemoPlan) throws {
        let stdout = StandardOutput()
        var skipped: [(String, SkipReason)] = []
        let plan = try plan { skipped.append(($0, $1)) }
        let hasIndex = FileStamp(of: "\(output)/\(ResultName.index)") != nil
        let index = hasIndex ? try LibraryIndex.reading(in: output) : nil
        var totals = Totals()
        var lines = PlanLines(output: stdout, format: format)
        let work = try BatchWork(plan, folder: output, index: index, settings: settings, readsTouched: true) {
            path, choice in
            switch choice {
            case .work(let reason): lines.add("process", path, reason.words)
            case .unchanged: lines.add("skip", path, "done and unchanged")
            case .failedBefore(let failure): lines.add("skip", path, "failed before: \(failure.problem)")
            case .notFailed: break
            }
        }
        for (path, reason) in skipped { lines.add("skip", path, reason.words) }
        let pruned = try settings.prunes ? index.map { try work.pruned(from: $0) } ?? [] : []
        for path in pruned { lines.add("prune", path, "gone from the disk; its result would be removed") }
        for failure in plan.failures { StandardError.say(failure) }
        for item in work.items {
            try Task.checkCancellation()
            totals.memos += 1
            if item.reason == .moved {
                totals.known += 1
                continue
            }
            totals.bytes += item.bytes
            if let seconds = Memo(path: item.path).durationByHeader() {
                totals.seconds += seconds
            } else {
                totals.unknown += 1
            }
        }
        try lines.end(totals: [
            ("memos", .count(totals.memos)), ("known", .count(totals.known)), ("hours", .hours(totals.seconds / 3600)),
            ("bytes", .count(Int(totals.bytes))), ("unknownLength", .count(totals.unknown)),
            ("skipped", .count(work.unchanged + work.failedBefore.count + work.notFailed)),
            ("leftAside", .count(skipped.count)), ("pruned", .count(pruned.count)),
        ])
        if !plan.failures.isEmpty { throw CommandFailure() }
    }
}
