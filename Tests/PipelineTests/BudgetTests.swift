// Budgets: the table, what replaces it, and how a caller writes it.

import Pipeline
import Testing

@Suite struct BudgetTests {
    @Test func `the table holds the tiers of the design`() {
        let budgets = Budgets()
        #expect(budgets[.immediate] == .milliseconds(100))
        #expect(budgets[.transcript] == .milliseconds(300))
        #expect(budgets[.insights] == .seconds(3))
        #expect(budgets[.extended] == nil)
    }

    @Test func `the very budget is still within`() {
        #expect(Verdict(elapsed: .milliseconds(100), budget: .milliseconds(100)) == .within)
        #expect(Verdict(elapsed: .milliseconds(100) + .nanoseconds(1), budget: .milliseconds(100)) == .over)
    }

    @Test func `nothing measured or nothing promised is no verdict`() {
        #expect(Verdict(elapsed: nil, budget: .seconds(1)) == .none)
        #expect(Verdict(elapsed: .seconds(1), budget: nil) == .none)
        #expect(Verdict(elapsed: nil, budget: nil) == .none)
    }

    @Test func `a replaced budget leaves the others alone`() throws {
        var budgets = Budgets()
        try budgets.replace(parsing: "immediate=80ms")
        try budgets.replace(parsing: "extended=1min")
        #expect(budgets[.immediate] == .milliseconds(80))
        #expect(budgets[.extended] == .seconds(60))
        #expect(budgets[.insights] == .seconds(3))
    }

    @Test func `the last of two replacements counts`() throws {
        var budgets = Budgets()
        try budgets.replace(parsing: "insights=1s")
        try budgets.replace(parsing: "insights=2s")
        #expect(budgets[.insights] == .seconds(2))
    }

    @Test(arguments: [
        ("", "STAGE=DURATION"), ("immediate", "STAGE=DURATION"), ("=80ms", "STAGE=DURATION"),
        ("immediate=", "STAGE=DURATION"), ("soon=80ms", "no stage “soon”"), ("Immediate=80ms", "no stage"),
        ("immediate=80", "no duration"), ("immediate=-1s", "no duration"), ("immediate=0s", "no duration"),
        ("immediate=1h", "no duration"), ("immediate=80ms=9ms", "no duration"), ("immediate=nans", "no duration"),
    ])
    func `what is no budget is refused with the reason`(text: String, reason: String) {
        var budgets = Budgets()
        let error = #expect(throws: BudgetError.self) { try budgets.replace(parsing: text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "no error")")
        #expect(error?.text == text)
        #expect(budgets == Budgets())
    }

    @Test func `an unknown stage is answered with those there are`() {
        var budgets = Budgets()
        let error = #expect(throws: BudgetError.self) { try budgets.replace(parsing: "late=1s") }
        for stage in Stage.allCases { #expect(error?.problem.contains(stage.rawValue) == true) }
    }
}

@Suite struct DurationParsingTests {
    @Test(arguments: [
        ("500us", Duration.microseconds(500)), ("80ms", .milliseconds(80)), ("2.5s", .milliseconds(2500)),
        ("1min", .seconds(60)), ("0.5ms", .microseconds(500)), ("1e3ms", .seconds(1)),
    ])
    func `a number and a unit are a duration`(text: String, expected: Duration) {
        #expect(Duration(parsing: text) == expected)
    }

    @Test(arguments: ["", "s", "ms", "5", "0s", "-1s", "1 h", "1h", "infs", "nanms", "2,5s", "ten s", "1e99min"])
    func `anything else is none`(text: String) {
        #expect(Duration(parsing: text) == nil)
    }

    @Test func `seconds keep fractions and signs`() {
        #expect(Duration.milliseconds(1250).seconds == 1.25)
        #expect(Duration.milliseconds(-1250).seconds == -1.25)
        #expect(Duration.zero.seconds == 0)
        let counts = (1...4000).filter { Duration.milliseconds($0).seconds != Double($0) / 1000 }
        #expect(counts.isEmpty)
    }
}
