// Check: a requirement held against a report: what was asked, what was found.

import Capture
import Pipeline

/// One line of the table that a gate ends with.
public struct Check: Sendable, Equatable {
    public enum Verdict: String, Sendable {
        case holds, broken
        /// There is nothing to judge by. Never to be read as held.
        case none
    }

    /// What was asked for, as it was written.
    public var requirement: String
    public var unit: Requirement.Unit
    public var comparison: Requirement.Comparison
    /// In the unit.
    public var limit: Double
    /// What there is, in the unit; `nil` where there is nothing.
    public var found: Double?
    /// From how many samples.
    public var count: Int
    public var verdict: Verdict
    /// What to know before believing it.
    public var note: String?
    /// What it is about; `nil` where that is a shift since a baseline.
    public var subject: Requirement.Subject?

    public var holds: Bool { verdict == .holds }

    public init(
        requirement: String, unit: Requirement.Unit, comparison: Requirement.Comparison, limit: Double, found: Double?,
        count: Int, verdict: Verdict, note: String? = nil, subject: Requirement.Subject? = nil
    ) {
        self.requirement = requirement
        self.unit = unit
        self.comparison = comparison
        self.limit = limit
        self.found = found
        self.count = count
        self.verdict = verdict
        self.note = note
        self.subject = subject
    }
}

extension Requirement {
    /// Never held where there are no samples, whatever is asked for.
    public func check(_ report: LatencyReport) -> Check {
        let (samples, budget) = samples(in: report)
        let count = subject == .failed ? report.memos : samples.count
        var check = Check(
            requirement: text, unit: unit, comparison: comparison, limit: limit, found: nil, count: count,
            verdict: .none, subject: subject)
        guard count > 0 else {
            check.note = "no samples"
            return check
        }
        switch statistic {
        case .percentile(let percent):
            check.found = percent == 0 ? samples.min : samples.percentile(percent / 100)
            check.note = Self.caution(percent, samples.count)
        case .min: check.found = samples.min
        case .max: check.found = samples.max
        case .mean: check.found = samples.mean
        case .count: check.found = Double(subject == .failed ? report.failed : count)
        case .inside:
            check.found = budget.flatMap { samples.share(within: $0) }
            check.note = budget.map { "inside \(Numbers.argument($0))" } ?? "there is no budget"
        }
        // A memo that was stopped never arrived, so no time that it is asked to stay under is long enough.
        let stopped = stopped(in: report)
        if isUnanswered(stopped, of: count) {
            check.verdict = .broken
            check.note =
                "\(stopped) of \(count) \(stopped == 1 ? "was" : "were") stopped as too late, and never arrived"
        } else if let found = check.found {
            check.verdict = comparison.holds(found, limit) ? .holds : .broken
        }
        return check
    }

    private func stopped(in report: LatencyReport) -> Int {
        if case .metric(let metric) = subject { report[metric]?.stopped ?? 0 } else { 0 }
    }

    /// Whether a figure that has to stay under its limit is that of memos that never arrived. They come after all others.
    private func isUnanswered(_ stopped: Int, of count: Int) -> Bool {
        guard stopped > 0, [.less, .atMost, .equal].contains(comparison) else { return false }
        return switch statistic {
        case .percentile(let percent): Bootstrap.rank(percent / 100, of: count) > count - stopped
        case .max, .mean: true
        case .min: stopped == count
        case .count, .inside: false
        }
    }

    private func samples(in report: LatencyReport) -> (Distribution, budget: Double?) {
        switch subject {
        case .metric(let metric):
            let line = report[metric]
            return (line?.distribution ?? Distribution(), line?.budget)
        case .realtimeFactor: return (report.realtimeFactor, nil)
        case .failed: return (Distribution(), nil)
        }
    }

    /// A percentile says something of its own from 1/(1−p) samples on; below that it is the longest or the shortest.
    private static func caution(_ percent: Double, _ count: Int) -> String? {
        let tail = min(percent, 100 - percent) / 100
        guard tail > 0 else { return nil }
        let needed = Int((1 / tail - 1e-6).rounded(.up))
        guard count < needed else { return nil }
        let which = percent > 50 ? "the longest" : "the shortest"
        return "of \(count) it is \(which); \(needed) samples would tell more"
    }
}

extension LatencyReport {
    /// Memos without a result.
    public var failed: Int { failures.reduce(0) { $0 + $1.count } }
}
