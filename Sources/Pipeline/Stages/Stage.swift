// Stage: the one table of stages and their budgets; commands, reports and documents read it.

/// What a person waits for, in the order it arrives.
public enum Stage: String, Sendable, CaseIterable {
    /// The memo is safe, and how it sounded.
    case immediate
    /// The shape of its transcript.
    case transcript
    /// The first words of it, where an engine writes any.
    case text = "transcriptText"
    /// What is worth knowing about it.
    case insights
    /// What it shares with other memos.
    case extended

    /// The tier of the interaction design that the stage belongs to; `nil` means no budget.
    public var defaultBudget: Duration? {
        switch self {
        case .immediate: .milliseconds(100)
        case .transcript: .milliseconds(300)
        case .text: .seconds(1)
        case .insights: .seconds(3)
        case .extended: nil
        }
    }
}

/// Whether a stage arrived in time.
public enum Verdict: String, Sendable {
    case within, over
    /// There was no budget, or nothing was measured. Never to be read as "passed".
    case none

    public init(elapsed: Duration?, budget: Duration?) {
        guard let elapsed, let budget else {
            self = .none
            return
        }
        self = elapsed <= budget ? .within : .over
    }
}

/// The budgets in force: the table, with what the caller replaced.
public struct Budgets: Sendable, Equatable {
    private var overrides: [Stage: Duration] = [:]

    public init() {}

    public subscript(stage: Stage) -> Duration? {
        get { overrides[stage] ?? stage.defaultBudget }
        set { overrides[stage] = newValue }
    }

    /// Takes `STAGE=DURATION`, such as `immediate=80ms` or `insights=2.5s`.
    public mutating func replace(parsing text: String) throws(BudgetError) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { throw BudgetError(text: text, problem: "write it as STAGE=DURATION") }
        guard let stage = Stage(rawValue: String(parts[0])) else {
            let names = Stage.allCases.map(\.rawValue).joined(separator: ", ")
            throw BudgetError(text: text, problem: "there is no stage “\(parts[0])”; the stages are \(names)")
        }
        guard let duration = Duration(parsing: String(parts[1])) else {
            throw BudgetError(text: text, problem: "“\(parts[1])” is no duration; write 80ms, 2.5s or 500us")
        }
        self[stage] = duration
    }
}

/// A budget that cannot be understood.
public struct BudgetError: Error, Sendable, Equatable, CustomStringConvertible {
    public let text: String
    public let problem: String
    public var description: String { "budget “\(text)”: \(problem)" }
}

extension Duration {
    /// `500us`, `80ms`, `2.5s` or `1min`: a positive number and a unit.
    /// - Parameter allowsZero: whether `0s` is a duration, too.
    public init?(parsing text: String, allowsZero: Bool = false) {
        let units: [(String, Double)] = [("us", 1e-6), ("ms", 1e-3), ("min", 60), ("s", 1)]
        guard let (unit, scale) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Double(text.dropLast(unit.count)), number.isFinite, number > 0 || (allowsZero && number == 0),
            number * scale < 1e7
        else { return nil }
        self = .nanoseconds(Int64((number * scale * 1e9).rounded()))
    }

    /// The duration in seconds.
    public var seconds: Double {
        let (seconds, attoseconds) = components
        // A quotient of two whole numbers is the nearest there is; 3e17 * 1e-18 is a little more than 0.3.
        let (nanoseconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard rest == 0, abs(seconds) < 1 << 23 else { return Double(seconds) + Double(attoseconds) / 1e18 }
        return Double(seconds * 1_000_000_000 + nanoseconds) / 1e9
    }
}
