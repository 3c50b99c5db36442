// Requirement: what one figure of a report has to be, as `immediate.p99 < 100ms`.

import Capture
import Pipeline

/// A requirement, written as
///
///     METRIC[.rtf].STATISTIC OPERATOR VALUE
///
/// - METRIC: `queue`, a stage, `total`, `response`, `step.` and a step, or `failed`. `total.rtf` is the processing time for
///   each second of sound.
/// - STATISTIC: `p0` … `p100` with decimals (`p99.9`), `min`, `max`, `mean`, `count`, and `inside`: the share that stayed
///   inside the budget. `failed` has `count` alone.
/// - OPERATOR: `<`, `<=`, `>`, `>=`, `==`.
/// - VALUE: a duration (`500us`, `80ms`, `2.5s`, `1min`); a plain number for `count` and `rtf`; percent for `inside`.
///
/// Spaces are free. Examples: `insights.p95 < 3s`, `total.rtf.p50 < 0.001`, `immediate.inside >= 99%`, `failed.count == 0`.
public struct Requirement: Sendable, Equatable {
    public enum Subject: Sendable, Equatable {
        case metric(Metric)
        case realtimeFactor
        case failed
    }

    public enum Statistic: Sendable, Equatable {
        /// 0…100.
        case percentile(Double)
        case min, max, mean, count, inside
    }

    public enum Comparison: String, Sendable, CaseIterable {
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
        case equal = "=="

        func holds(_ found: Double, _ limit: Double) -> Bool {
            switch self {
            case .less: found < limit
            case .atMost: found <= limit
            case .greater: found > limit
            case .atLeast: found >= limit
            case .equal: found == limit
            }
        }
    }

    /// What a figure is measured in.
    public enum Unit: String, Sendable {
        case seconds
        case number
        /// 0…1.
        case share
        /// A share that a baseline is added or taken away; negative where it became less.
        case change
    }

    /// As it was written.
    public var text: String
    public var subject: Subject
    public var statistic: Statistic
    public var comparison: Comparison
    /// In its unit.
    public var limit: Double

    public init(text: String, subject: Subject, statistic: Statistic, comparison: Comparison, limit: Double) {
        self.text = text
        self.subject = subject
        self.statistic = statistic
        self.comparison = comparison
        self.limit = limit
    }

    public var unit: Unit { Self.unit(subject, statistic) }

    static func unit(_ subject: Subject, _ statistic: Statistic) -> Unit {
        switch statistic {
        case .inside: .share
        case .count: .number
        default: subject == .realtimeFactor ? .number : .seconds
        }
    }

    /// What `--check` asks for besides where memos failed: nobody answered them in any time.
    public static let noFailures = Requirement(
        text: "failed.count == 0", subject: .failed, statistic: .count, comparison: .equal, limit: 0)

    /// What `--check` asks for: that the stages of a report stay inside their budgets, 99 of 100 times. The engine that
    /// writes words may not be there; every other promised stage of which nothing is known breaks the check.
    public static func defaults(for report: LatencyReport) -> [Requirement] {
        report.lines.compactMap { line in
            guard case .stage = line.metric, let budget = line.budget else { return nil }
            return Requirement(
                text: "\(line.metric.name).p99 <= \(Numbers.argument(budget))", subject: .metric(line.metric),
                statistic: .percentile(99), comparison: .atMost, limit: budget)
        }
    }
}

/// A requirement that cannot be understood.
public struct RequirementError: Error, Sendable, Equatable, CustomStringConvertible {
    public let text: String
    /// From 1, in characters.
    public let place: Int
    public let problem: String

    public var description: String { "requirement “\(text)”, at character \(place): \(problem)" }
}
