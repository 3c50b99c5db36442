// Waterfall: the slowest memos: waiting, stages as they arrived, and the steps that took the time.

import Latency
import Pipeline

struct Waterfall {
    /// The slowest first.
    var memos: [RecordedMemo]

    private static let width = 640.0

    private var longest: Double { memos.map { ($0.queueWait ?? 0) + ($0.total ?? 0) }.max() ?? 1 }

    var html: String {
        guard !memos.isEmpty else { return "" }
        let steps = Step.allCases.filter { step in memos.contains { $0.steps.contains { $0.step == step } } }
        let stages = Stage.allCases.filter { stage in memos.contains { $0.stages.contains { $0.stage == stage } } }
        var legend = stages.map { "<li><span class=\"key s-\($0.rawValue)\"></span>\($0.rawValue)</li>" }.joined()
        legend += "<li><span class=\"key queue\"></span>in the queue</li>"
        let stepKeys = steps.map { "<li><span class=\"key step\(Self.index($0))\"></span>\($0.rawValue)</li>" }.joined()
        let rows = memos.map { memo in
            """
            <div class="memo"><div class="name" title="\(HTML.escape(String(memo.memo.prefix(1000))))"><bdi>\(Self.shortName(memo.memo))</bdi>\
            <small>\(Self.facts(memo))</small></div>
            \(picture(memo))<div class="time">\(Figures.time(memo.total ?? 0))</div></div>

            """
        }
        return HTML.section(
            "Where the time went in the slowest memos",
            "Above, the stages as they arrived after the wait in the queue; below, the steps of the work, all turns of a step "
                + "taken together. All bars share one scale. "
                + "The figure is the time from when the memo was taken to its last result.",
            "<ul class=\"legend\"><li>Stages:</li>\(legend)</ul>\n"
                + (steps.isEmpty ? "" : "<ul class=\"legend\"><li>Steps:</li>\(stepKeys)</ul>\n")
                + rows.joined() + table(stages, steps))
    }

    private static func index(_ step: Step) -> Int { Step.allCases.firstIndex(of: step) ?? 0 }

    private static func shortName(_ name: String) -> String {
        HTML.escape(String((name.split(separator: "/").last ?? name[...]).prefix(200)))
    }

    private static func facts(_ memo: RecordedMemo) -> String {
        var facts = [memo.duration.map { "\(Figures.length($0)) long" }, memo.worker.map { "worker \($0)" }]
        if let wait = memo.queueWait, wait >= 0.0005 { facts.append("waited \(Figures.time(wait))") }
        return facts.compactMap { $0 }.joined(separator: " · ")
    }

    private func picture(_ memo: RecordedMemo) -> String {
        var svg = SVG(width: Self.width, height: 34)
        let scale = Self.width / max(longest, 1e-9)
        let (wait, total) = (memo.queueWait ?? 0, memo.total ?? 0)
        svg.rect(0, 3, Self.width, 15, "track")
        svg.rect(0, 3, wait * scale, 15, "queue", title: "in the queue \(Figures.time(wait))")
        var start = 0.0
        for arrival in memo.stages.sorted(by: { $0.elapsed < $1.elapsed }) where arrival.elapsed <= total * 1.001 {
            svg.rect(
                (wait + start) * scale, 3, (arrival.elapsed - start) * scale, 15, "fill s-\(arrival.stage.rawValue)",
                title: "\(arrival.stage.rawValue) after \(Figures.time(arrival.elapsed))")
            start = arrival.elapsed
        }
        svg.rect(
            (wait + start) * scale, 3, (total - start) * scale, 15, "fill beyond s-total",
            title: "all done after \(Figures.time(total))")
        var done = wait
        for step in memo.steps.sorted(by: { Self.index($0.step) < Self.index($1.step) }) {
            svg.rect(
                done * scale, 22, step.seconds * scale, 8, "fill step\(Self.index(step.step))",
                title: "\(step.step.rawValue) \(Figures.time(step.seconds))")
            done += step.seconds
        }
        return svg.element("Time of one memo", "the figures are in the table below")
    }

    private func table(_ stages: [Stage], _ steps: [Step]) -> String {
        let arrivals = memos.map { memo in
            [Self.fullName(memo), Self.time(memo.queueWait)]
                + stages.map { stage in Self.time(memo.stages.first { $0.stage == stage }?.elapsed) }
                + [Self.time(memo.total)]
        }
        var html = HTML.table(
            "The slowest memos: stages", head: ["memo", "queue"] + stages.map(\.rawValue) + ["total"], rows: arrivals)
        guard !steps.isEmpty else { return html }
        let parts = memos.map { memo in
            [Self.fullName(memo)]
                + steps.map { step in Self.time(memo.steps.first { $0.step == step }?.seconds) }
        }
        html += HTML.table("The slowest memos: steps", head: ["memo"] + steps.map(\.rawValue), rows: parts)
        return html
    }

    private static func time(_ seconds: Double?) -> String { seconds.map(Figures.time) ?? "–" }

    private static func fullName(_ memo: RecordedMemo) -> String {
        "<bdi class=\"long\">\(HTML.escape(String(memo.memo.prefix(1000))))</bdi>"
    }
}
