// DryRun: what a batch would do, and why.

import Capture
import Files
import Library
import Pipeline

struct DryRun {
    let output: String
    let settings: BatchSettings
    let format: ProcessCommand.Format

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
        var lines = PlanLines(stdout, format: format)
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
            ("memos", Double(totals.memos)), ("known", Double(totals.known)), ("hours", totals.seconds / 3600),
            ("bytes", Double(totals.bytes)),
            ("unknownLength", Double(totals.unknown)),
            ("skipped", Double(work.unchanged + work.failedBefore.count + work.notFailed)),
            ("leftAside", Double(skipped.count)), ("pruned", Double(pruned.count)),
        ])
        if !plan.failures.isEmpty { throw CommandFailure() }
    }
}

/// A line, or an object, for each name.
private struct PlanLines {
    private let output: StandardOutput
    private let format: ProcessCommand.Format
    private var json = JSONWriter()
    private var isFirst = true
    private var failure: CaptureError?

    init(_ output: StandardOutput, format: ProcessCommand.Format) {
        (self.output, self.format) = (output, format)
    }

    mutating func add(_ action: String, _ path: String, _ reason: String) {
        guard failure == nil else { return }
        do throws(CaptureError) {
            if format == .text { return try output.write("\(action)\t\(path.printable)\t\(reason.printable)\n") }
            var json = JSONWriter()
            json.object { json in
                json.field("action", action)
                json.field("path", FileName.display(path))
                json.field("pathEscaped", FileName.escaped(path))
                json.field("reason", reason)
            }
            if format == .json { try output.write(isFirst ? "{\"plan\":[\n" : ",\n") }
            try output.write(bytes: json.bytes)
            if format == .ndjson { try output.write("\n") }
            isFirst = false
        } catch {
            failure = error
        }
    }

    mutating func end(totals: [(String, Double)]) throws(CaptureError) {
        if let failure { throw failure }
        if format == .text {
            for (name, value) in totals {
                try output.write("total\t\(name)\t\(Numbers.fixed(value, name == "hours" ? 3 : 0))\n")
            }
        } else {
            var json = JSONWriter()
            json.object { json in
                for (name, value) in totals { json.field(name, value, decimals: name == "hours" ? 6 : 0) }
            }
            if format == .json { try output.write(isFirst ? "{\"plan\":[" : "\n") }
            try output.write(format == .json ? "],\"totals\":" : "{\"totals\":")
            try output.write(bytes: json.bytes)
            try output.write("}\n")
        }
        try output.flush()
    }
}
