// PercentileBar: percentiles of one stage in the characters of a terminal, on a log scale up to the budget.

import Glibc
import Latency

struct PercentileBar {
    /// How much of the scale lies left of the budget: from a thousandth of it on.
    private static let decades = 3.0
    /// What is drawn, from the left; a later mark covers an earlier one.
    private static let marks: [(share: Double, mark: Character, fill: Character)] = [
        (0.5, "●", "━"), (0.95, "◆", "─"), (0.99, "▲", "╌"), (1, "×", "·"),
    ]
    static let legend = "● p50  ◆ p95  ▲ p99  × max  ┃ budget; a log scale from a thousandth of it"

    let distribution: Distribution
    let budget: Double

    /// What is over the budget is drawn behind its line, on the same scale as far as there is room.
    func text(columns: Int) -> String {
        let inside = columns * 3 / 4
        func column(_ seconds: Double) -> Int {
            guard seconds > 0 else { return 0 }
            let place = 1 + log10(seconds / budget) / Self.decades
            let exact = Int((place * Double(inside)).rounded(.down))
            // Neither is what keeps the budget drawn behind its line, nor the other way round.
            return seconds <= budget ? min(max(0, exact), inside - 1) : min(max(inside + 1, exact), columns - 1)
        }
        var line = [Character](repeating: " ", count: columns)
        var from = 0
        for (share, mark, fill) in Self.marks {
            guard let value = distribution.percentile(share) else { continue }
            let place = column(value)
            for column in from..<max(from, place) { line[column] = fill }
            line[place] = mark
            from = max(from, place + 1)
        }
        line[inside] = "┃"
        return String(line)
    }
}
