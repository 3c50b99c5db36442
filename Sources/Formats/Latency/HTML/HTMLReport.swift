// HTMLReport: a latency report as one page that needs nothing else: no network, no script, no fonts.

import Capture
import Latency

/// Well-formed as XML, too. Each picture is also text: a title, a description, and a table with the same figures.
struct HTMLReport {
    var report: LatencyReport
    /// What was measured, as text.
    var title: String
    var checks: [Check] = []
    var comparison: Comparison?

    /// Stages with a budget and whatever else a person waits for, as far as there are samples.
    var drawn: [LatencyReport.Line] {
        report.lines.filter { line in
            guard line.distribution.count > 0 else { return false }
            if case .stage = line.metric { return true }
            return line.metric == .total
        }
    }

    func write(to output: some ByteDestination) throws(CaptureError) {
        let name = HTML.escape(title)
        try output.write(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <title>Latency: \(name)</title>
            <style>\(HTMLStyle.css)</style>
            </head>
            <body>
            <main>
            <header>
            <p class="eyebrow">Sonora latency report</p>
            <h1><bdi>\(name)</bdi></h1>
            <p class="facts">\(facts)</p>
            </header>

            """)
        try output.write(BudgetCards(lines: report.lines).html)
        if !checks.isEmpty { try output.write(CheckSection(checks: checks).html) }
        if drawn.isEmpty {
            try output.write("<section><p>Nothing was recorded, so there is nothing to draw.</p></section>\n")
        } else {
            try output.write(PercentileCurves(lines: drawn).html)
            try output.write(TierHistograms(lines: drawn).html)
            try output.write(Waterfall(memos: report.worst).html)
        }
        if let comparison { try output.write(ComparisonSection(comparison: comparison).html) }
        try output.write(FigureTables(report: report).html)
        try output.write(Self.notes + "</main>\n</body>\n</html>\n")
    }

    private var facts: String {
        var facts = [counted(report.memos, "memo")]
        if report.audioSeconds > 0 { facts.append("\(Figures.length(report.audioSeconds)) of sound") }
        if let median = report.realtimeFactor.percentile(0.5) {
            facts.append("\(Figures.time(median)) of processing per second of sound, in the median")
        }
        if let live = LatencyWords.live(report) { facts.append(live) }
        if report.failed > 0 {
            let codes = report.failures.map { "\(HTML.escape($0.code)) \($0.count)" }.joined(separator: ", ")
            facts.append("<strong class=\"bad\">\(report.failed) failed</strong> (\(codes))")
        }
        return facts.joined(separator: " · ")
    }

    private static let notes = """
        <footer>
        <h2>How to read this</h2>
        <p>Times of stages count from when a memo was taken to when the stage arrived; time in the queue is its own figure,
        and <em>response</em> is both together. A percentile such as p99 is the time that 99 of 100 memos stayed under; it
        says something of its own from 100 memos on, a p99.9 from 1000. Percentiles come from HDR histograms of three
        digits. A budget without samples is never held.</p>
        </footer>

        """
}
