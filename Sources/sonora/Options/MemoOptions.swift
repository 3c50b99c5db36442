// MemoOptions: options that several commands share.

import Analysis
import ArgumentParser
import Capture
import Pipeline

let versionText = SonoraVersion.current

extension RawFormat: ExpressibleByArgument {
    public init?(argument: String) {
        guard let format = try? RawFormat(parsing: argument) else { return nil }
        self = format
    }
}

/// Where sound comes from when it has no header.
struct RawOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read headerless samples of this format, like 16000:1:s16le (u8, s16le, s24le, s32le, f32le, f64le).",
            valueName: "rate:channels:encoding"))
    var raw: RawFormat?
}

/// How much of a memo is read.
struct LimitOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read no more samples (frames × channels) of a memo; one that holds more is told as salvage.",
            valueName: "number"))
    var maxSamples = Memo.usualMaximumSamples

    func validate() throws {
        if maxSamples < 1 { throw ValidationError("--max-samples must be 1 or more.") }
    }
}

/// Budgets other than those of the table.
struct BudgetOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replace the budget of a stage, like immediate=80ms; may be given several times.",
            valueName: "stage=duration"))
    var budget: [String] = []

    func budgets() throws -> Budgets {
        var budgets = Budgets()
        try replace(in: &budgets)
        return budgets
    }

    func replace(in budgets: inout Budgets) throws {
        for text in budget {
            do { try budgets.replace(parsing: text) } catch { throw ValidationError("\(error)") }
        }
    }
}

/// What happens at a deadline.
struct LateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a stage is not there within its budget: report marks it; partial tells what is known then, and the rest as "
                + "a revision; stop ends the memo.", valueName: "policy"))
    var late: LatePolicy = .report
}

extension LatePolicy: ExpressibleByArgument {}

/// How activity becomes segments.
struct SegmentOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Join activity over pauses shorter than this; usually \(Numbers.argument(SegmentParameters().join)).",
            valueName: "duration"),
        transform: TimeArgument.init(parsing:))
    var join: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Add this much at both ends of a segment; usually \(Numbers.argument(SegmentParameters().padding)).",
            valueName: "duration"),
        transform: TimeArgument.init(parsing:))
    var pad: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Cut longer segments, at a dip where there is one; usually "
                + "\(Numbers.argument(SegmentParameters().maximumLength)).",
            valueName: "duration"),
        transform: TimeArgument.init(parsing:))
    var maxLength: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "Who hears activity and syllables: trained, a small net, or rule, the rules it replaced, for comparison.",
            valueName: "detector"))
    var detector = ActivityMethod.trained

    func validate() throws {
        try check("--join", join, SegmentParameters.joinRange)
        try check("--pad", pad, SegmentParameters.paddingRange)
        try check("--max-length", maxLength, SegmentParameters.maximumLengthRange)
        if parameters.padding * 2 >= parameters.maximumLength {
            throw ValidationError("--pad leaves nothing of --max-length; make it less than half.")
        }
    }

    private func check(_ name: String, _ value: TimeArgument?, _ range: ClosedRange<Double>) throws {
        guard let value, !range.contains(value.seconds) else { return }
        throw ValidationError("\(name) must lie between \(range.lowerBound) s and \(range.upperBound) s.")
    }

    /// Refuses what makes segments where none are shown.
    /// - Parameter other: the option because of which something else is.
    func checkUse(besides other: String) throws {
        for (name, value) in [("--join", join), ("--pad", pad), ("--max-length", maxLength)] where value != nil {
            throw ValidationError("\(name) makes segments of what was detected; \(other) shows none, so leave it out.")
        }
    }

    var parameters: SegmentParameters {
        var result = SegmentParameters()
        if let join { result.join = join.seconds }
        if let pad { result.padding = pad.seconds }
        if let maxLength { result.maximumLength = maxLength.seconds }
        return result
    }
}

extension ActivityMethod: ExpressibleByArgument {}

/// Reads one memo to its end, for commands that show one kind of result.
func measure(
    _ path: String, raw: RawFormat?, maximumSamples: Int64, parameters: AnalysisParameters
) throws -> Measurements {
    var memo = Memo(path: path, raw: raw, decoder: .thisProgram)
    memo.maximumSamples = maximumSamples
    let reader = try MemoReader(memo, parameters: parameters)
    var progress = Progress(seconds: 0, duration: reader.source.format.declaredDuration)
    defer { StandardError.clearProgress() }
    let measurements = try reader.readAll { seconds in
        guard seconds > progress.seconds + 60 else { return }
        progress.seconds = seconds
        ProgressLine.show(progress)
    }
    StandardError.clearProgress()
    noteOddities(of: path, salvage: reader.source.salvage, measurements: measurements)
    return measurements
}

/// Says on standard error what was put right while a memo was read.
func noteOddities(of path: String, salvage: Salvage?, measurements: Measurements) {
    if let salvage { StandardError.note("\(path): \(salvage.detail)") }
    let broken = measurements.levels.nonFiniteSamples
    if broken > 0 {
        StandardError.note(
            "\(path): \(counted(broken, "sample is no number", "samples are not numbers")) "
                + "(NaN, infinite or beyond any sound) and read as silence")
    }
}
