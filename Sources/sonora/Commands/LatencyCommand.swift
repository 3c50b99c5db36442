// latency: when results arrive: measured, reported, held against budgets.

import ArgumentParser

struct LatencyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Shows whether results arrive inside their budgets, and where the time goes.",
        discussion: """
            EXAMPLES
              sonora latency measure samples/ --runs 200 --check
              sonora latency report results/
              sonora latency report results/ --format trace > trace.json      for https://ui.perfetto.dev
            """,
        subcommands: [LatencyMeasureCommand.self, LatencyReportCommand.self])
}
