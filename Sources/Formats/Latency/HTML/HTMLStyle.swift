// HTMLStyle: how the page looks: light, dark and on paper.

import Latency

enum HTMLStyle {
    /// The colours of stages are those of Okabe & Ito, which all kinds of eyes can tell apart; lines differ in their dashes, too.
    private static let light = """
        --page:#f6f7f8;--card:#fff;--ink:#171b20;--muted:#59636e;--line:#dfe3e8;--soft:#eef1f4;--good:#00694a;--bad:#b3261e;
        --immediate:#0072b2;--transcript:#c85200;--transcriptText:#a23b7a;--insights:#00805c;--extended:#6b5bb8;--total:#3d4752;
        --step0:#00224e;--step1:#8a8678;--step2:#3f4c6b;--step3:#c9b765;--step4:#62686f;--step5:#e8d04a;--step6:#1f3a68;--step7:#a59c74;--step8:#77808a;
        """
    private static let dark = """
        --page:#111418;--card:#191d23;--ink:#e8ebee;--muted:#9aa5b1;--line:#2d343c;--soft:#222830;--good:#4fd1a5;--bad:#ff8a80;
        --immediate:#56b4e9;--transcript:#f0a04b;--transcriptText:#e08bc0;--insights:#35c799;--extended:#a99bf0;--total:#c3cad2;
        --step0:#4a6fb5;--step1:#b3ad9a;--step2:#5f7bb3;--step3:#d9c76f;--step4:#8b93a1;--step5:#f2dd62;--step6:#6f8fd0;--step7:#b9ae80;--step8:#79838f;
        """

    static let css = """

        :root{\(light)color-scheme:light dark}
        @media (prefers-color-scheme:dark){:root{\(dark)}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;-webkit-text-size-adjust:100%}
        main{max-width:1120px;margin:0 auto;padding:40px 24px 56px}
        h1{font-size:30px;line-height:1.2;margin:0 0 8px;letter-spacing:-.02em;overflow-wrap:anywhere}
        h2{font-size:19px;line-height:1.3;margin:0 0 4px;letter-spacing:-.01em}
        h3{font-size:15px;margin:0;font-weight:600;overflow-wrap:anywhere}
        p{margin:0}
        .eyebrow{color:var(--muted);font-size:12px;font-weight:600;letter-spacing:.09em;text-transform:uppercase;margin-bottom:6px}
        .facts,.lead,footer p{color:var(--muted)}
        .lead{margin-bottom:18px;max-width:76ch}
        header{margin-bottom:28px}
        section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px;margin:0 0 20px}
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:16px;background:none;border:0;padding:0}
        .card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px}
        .card .top{display:flex;justify-content:space-between;align-items:baseline;gap:8px}
        .card .big{font-size:32px;line-height:1.15;font-weight:650;letter-spacing:-.02em;margin:10px 0 0;font-variant-numeric:tabular-nums}
        .card .of{color:var(--muted);margin-bottom:10px}
        .card .small{color:var(--muted);font-size:13px;margin-top:8px}.card .small.bad{color:var(--bad)}
        .key{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:7px;background:var(--total)}
        .verdict{font-size:13px;font-weight:600;white-space:nowrap}
        .good{color:var(--good)}.bad{color:var(--bad)}.none{color:var(--muted)}
        .legend{display:flex;flex-wrap:wrap;gap:6px 18px;color:var(--muted);font-size:13px;margin:0 0 12px;padding:0;list-style:none}
        svg{display:block;width:100%;height:auto;overflow:visible}
        svg text{font-size:12px;fill:var(--muted);font-variant-numeric:tabular-nums}
        svg text.strong{fill:var(--ink);font-weight:600}
        svg text.over{fill:var(--bad);font-weight:600}
        .grid{stroke:var(--line);stroke-width:1}
        .base{stroke:var(--muted);stroke-width:1}
        .curve{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
        .budget{stroke-width:1.3;stroke-dasharray:2 4;opacity:.9}
        .band{fill:var(--soft)}
        .limit{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:3 3}
        .late{fill:var(--bad)}
        svg text.fine{font-size:10.5px}
        .track{fill:var(--soft)}
        .queue{fill:var(--muted);opacity:.35}
        .mark{stroke:var(--card);stroke-width:1.5}
        .beyond{opacity:.45}
        .pan{overflow-x:auto}.wide{min-width:760px}
        .multiples{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(460px,100%),1fr));gap:28px 32px}
        .memo{display:grid;grid-template-columns:minmax(120px,264px) 1fr 76px;gap:4px 16px;align-items:center;padding:9px 0;border-top:1px solid var(--line)}
        .memo .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:600}
        .memo small{display:block;color:var(--muted);font-weight:400;font-size:12.5px}
        .memo .time{text-align:right;font-variant-numeric:tabular-nums;font-weight:600}
        .scroll{overflow-x:auto;margin-top:18px}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:13.5px}
        caption{text-align:left;font-weight:600;padding:0 0 6px}
        th,td{padding:6px 10px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;font-weight:400;vertical-align:top}
        thead th{color:var(--muted);font-size:12.5px}
        th:first-child,td:first-child{padding-left:0}
        tbody th{font-weight:600}
        .word{text-align:left}
        td.word{white-space:normal;min-width:9em}
        tbody th.word{overflow-wrap:anywhere}
        .long{display:inline-block;min-width:14em;max-width:30em;white-space:normal;overflow-wrap:anywhere}
        footer{padding:8px 4px;font-size:13.5px}
        footer h2{font-size:15px}
        \(classes)
        @media (max-width:640px){main{padding:24px 14px}section{padding:18px 14px}.memo{grid-template-columns:1fr 76px}.memo svg{grid-column:1/3;grid-row:2}tbody th.word{white-space:normal;min-width:11em}.long{min-width:9em}}
        @media print{:root{\(light)--page:#fff;color-scheme:light}@page{margin:14mm}
        *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
        body{font-size:11px}main{max-width:none;padding:0}section,.card{border-color:#ccc;padding:12px 14px;margin-bottom:12px}
        .card,.multiples>div,.memo,tr,svg{break-inside:avoid}h2,h3,.lead,caption,.legend,thead{break-after:avoid}tbody tr:first-child,tbody tr:last-child{break-before:avoid}footer p{font-size:10.5px}footer h2{font-size:12px}.scroll,.pan{overflow:visible}.wide{min-width:0}
        .cards{grid-template-columns:repeat(3,1fr);padding:0}.multiples{grid-template-columns:1fr 1fr}
        table{font-size:9px}th,td{padding:3px 5px}thead th{font-size:9px}.card .big{font-size:22px}h1{font-size:22px}h2{font-size:15px}.memo .name{white-space:normal}.memo{padding:5px 0}h3{font-size:12px}.verdict,.card .small,.memo small,.legend{font-size:9.5px}.facts,.lead,.card .of{font-size:10.5px}.long{min-width:10em}}

        """

    /// Strokes, fills and keys in the colour of each metric and step, and the dashes of its line.
    private static let classes: String = {
        let dashes = [
            "immediate": "none", "transcript": "9 4", "transcriptText": "3 4", "insights": "14 4 3 4",
            "extended": "1 5",
            "total": "none",
        ]
        let stages = dashes.sorted { $0.key < $1.key }.map { name, dash in
            ".s-\(name){--c:var(--\(name))}.curve.s-\(name){stroke-dasharray:\(dash)}"
        }
        let steps = (0..<9).map { ".step\($0){--c:var(--step\($0))}" }
        return (stages + steps).joined(separator: "\n")
            + "\n.curve,.budget{stroke:var(--c)}.fill{fill:var(--c)}.key{background:var(--c)}svg text.tint{fill:var(--c);font-weight:600;paint-order:stroke;stroke:var(--card);stroke-width:6px;stroke-linejoin:round}"
            + ".curve.s-total{stroke-width:1.6}.key.queue{background:var(--muted)}"
    }()
}

extension HTML {
    /// The class that gives a metric its colour.
    static func colour(of metric: Metric) -> String {
        switch metric {
        case .stage(let stage): "s-\(stage.rawValue)"
        default: "s-\(metric.name.replacing(".", with: "-"))"
        }
    }
}
