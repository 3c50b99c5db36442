// BatchSettings: what a run is to do, and which of it results depend on.

import Analysis
import Capture
import Files
import Pipeline

/// How a batch works. The defaults are what a person wants who gives none.
public struct BatchSettings: Sendable {
    /// Memos worked on at once (1…).
    public var jobs = 1
    public var process = ProcessSettings()
    /// Decodes what a codec has to parse.
    public var decoder: DecoderHost?
    /// Samples that are read of a memo at most; see `Memo`.
    public var maximumSamples = Memo.usualMaximumSamples
    /// Does memos again that are done.
    public var force = false
    /// Takes only those that failed.
    public var onlyFailed = false
    /// Forgets memos of the walked folders whose file is gone, with their results.
    public var prunes = false
    /// Whether memos are reported in the order of the plan.
    public var isOrdered = false
    /// Further files for each memo, from the same pass.
    public var formats: [ExtraFormat] = []
    public var retries = RetryPolicy()
    /// Works on memos that a run may have crashed on; `nil` works on them as on all others.
    public var runner: (any MemoRunner)?

    public init() {}

    /// What tells results that are still true from others. Budgets are no part of it: they judge a run, they do not change what
    /// was heard.
    public var identity: ResultIdentity { ResultIdentity(ResultInputs(self)) }

    /// The settings as a person may want to read them later, as JSON.
    var description: String {
        let analysis = process.analysis
        var json = JSONWriter()
        json.object { json in
            json.field("detector", analysis.activityMethod.rawValue)
            json.field("join", analysis.segments.join, decimals: 6)
            json.field("padding", analysis.segments.padding, decimals: 6)
            json.field("maximumLength", analysis.segments.maximumLength, decimals: 6)
            json.field("reduceMotion", analysis.reduceMotion)
            json.field("bloomFramesPerSecond", analysis.bloomFramesPerSecond)
            // What is usual is left out, as it was there before there was a choice.
            if maximumSamples != Memo.usualMaximumSamples { json.field("maximumSamples", Int(maximumSamples)) }
            if let engine = process.transcriber?.identity { json.field("engine", engine.name) }
            json.field("weights", ResultInputs.shippedWeights)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// A further file that is written for each memo.
public struct ExtraFormat: Sendable {
    /// As the user named it; no spaces.
    public let name: String
    /// What its file's name ends in, after the memo's whole name.
    public let suffix: String
    /// Whether the memo's name stands in it, so that it cannot serve for a copy of the memo.
    public let namesMemo: Bool
    let write: @Sendable (MemoResult, StagedFile) throws(CaptureError) -> Void

    public init(
        name: String, suffix: String, namesMemo: Bool,
        write: @escaping @Sendable (MemoResult, StagedFile) throws(CaptureError) -> Void
    ) {
        (self.name, self.suffix, self.namesMemo, self.write) = (name, suffix, namesMemo, write)
    }
}

/// When what failed by chance is tried again.
public struct RetryPolicy: Sendable {
    /// How often a memo is tried in one run, the first time included.
    public var attempts = 4
    /// The first wait; each further one is twice as long.
    public var firstWait = Duration.milliseconds(500)
    /// Whether a file that is still written is tried until it is not: a run that goes on has the time.
    public var waitsForWriters = false

    public init() {}

    /// Failures that time may cure: a file that is still written, a helper that was killed.
    static let transientCodes: Set<String> = [
        CaptureError.Code.busy.rawValue, CaptureError.Code.helperLost.rawValue,
    ]

    /// Failures whose cause lies outside of the file, so that an unchanged file may do better in another run.
    static let outsideCodes: Set<String> = transientCodes.union(
        [CaptureError.Code.notFound, .notPermitted, .readFailed, .unsupported, .cannotWrite].map(\.rawValue))

    /// How long to wait after so many attempts; `nil` when it is enough.
    func wait(after attempt: Int, failure: MemoFailure) -> Duration? {
        let waits = waitsForWriters && failure.code == CaptureError.Code.busy.rawValue
        guard attempt < attempts || waits, Self.transientCodes.contains(failure.code) else { return nil }
        return firstWait * Double(1 << min(attempt - 1, 10))
    }
}
