// GateOptions: what has to hold, as options that latency commands share, and the end of a command where it does not.

import ArgumentParser
import Capture
import Formats
import Latency
import Pipeline

struct GateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask for a figure, like 'immediate.p99 < 100ms', 'total.rtf.p50 < 0.001' or 'failed.count == 0'; may be given "
                + "several times. Where one does not hold, the exit status is 3.",
            valueName: "requirement"))
    var require: [String] = []

    @Flag(help: "Ask that the p99 of each stage stays inside its budget, and that no memo failed.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Read budgets and requirements from a TOML or JSON file: [budgets] immediate = \"80ms\", require = [\"…\"].",
            valueName: "file"))
    var budgets: String?

    @Option(
        help: ArgumentHelp(
            "Compare with an earlier measurement, batch or result: anything that a report can be made of.",
            valueName: "file"))
    var baseline: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --baseline: stages and the total may become slower by so much; exit status 3 where the p50, p95 or p99 "
                + "became slower by more, and that is more than noise.",
            valueName: "percent"))
    var maxRegression: PercentArgument?

    func validate() throws {
        _ = try requirements()
        if maxRegression != nil && baseline == nil {
            throw ValidationError("--max-regression needs something to compare with: --baseline FILE")
        }
    }

    /// Those of the options; those of the file come with `file()`.
    private func requirements() throws -> [Requirement] {
        try require.map { text in
            do { return try Requirement(parsing: text) } catch { throw ValidationError("--require: \(error)") }
        }
    }

    /// The budgets to make a report with: the table, then the file, then what the command line replaces by itself.
    /// - Throws: `ValidationError` that names the file and the key.
    func budgets(replacing option: BudgetOption) throws -> Budgets {
        var budgets = Budgets()
        try file()?.apply(to: &budgets)
        try option.replace(in: &budgets)
        return budgets
    }

    private func file() throws -> BudgetFile? {
        guard let budgets else { return nil }
        do { return try BudgetFile(path: budgets) } catch { throw ValidationError("--budgets: \(error)") }
    }

    /// Whether no figure of a report is asked for.
    var asksNothing: Bool { require.isEmpty && !check && budgets == nil && baseline == nil }

    /// All that is asked of a report, in the order of the options.
    func checks(of report: LatencyReport, _ comparison: Comparison?) throws -> [Check] {
        var defaults = check ? Requirement.defaults(for: report) : []
        if check && report.failed > 0 { defaults.append(Requirement.noFailures) }
        let asked = try defaults + (file()?.requirements ?? []) + requirements()
        var checks = asked.map { $0.check(report) }
        if let maxRegression {
            checks += comparison?.checks(maximumRegression: maxRegression.share) ?? []
        }
        return checks
    }

    /// Shows what was asked for and what was found, and ends the command where something does not hold. The table goes
    /// to standard error, so that standard output stays the document that was asked for, whatever its format.
    /// - Throws: `CommandFailure` with status 3.
    func gate(_ table: GateTable?) throws {
        guard let table else { return }
        let terminal = StandardError.terminal
        StandardError.draw(
            terminal.isInteractive
                ? GateScreen(gate: table).table(terminal.style, columns: terminal.width) : table.plain)
        if table.memos > 0 && table.failedMemos == table.memos {
            StandardError.note(
                "no memo succeeded: \(table.memos == 1 ? "the only one" : "all \(table.memos)") failed, so nothing is known of "
                    + "times; sonora process says why")
        }
        if !table.checks.allSatisfy(\.holds) { throw CommandFailure(status: ExitStatus.budgetBroken) }
    }
}

/// `10%`, or `10` for the same.
struct PercentArgument: ExpressibleByArgument {
    /// 0.1 for `10%`.
    let share: Double
    let defaultValueDescription: String

    init?(argument: String) {
        let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
        guard digits.first?.isNumber == true, digits.allSatisfy({ $0.isNumber || $0 == "." }),
            let share = Percent.share(digits)
        else { return nil }
        self.share = share
        defaultValueDescription = argument
    }
}
