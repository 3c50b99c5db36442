// ConnectionText: what memos have in common, as cards, columns, CSV and JSON.

import Capture
import Library
import Pipeline

struct ConnectionText {
    private static let shownNames = 3

    let report: ConnectionReport
    let terminal: Terminal

    /// Why there are none.
    static func absence(_ report: ConnectionReport) -> String {
        let fewest = ConnectionFinder.fewestMemos
        if report.memos < fewest {
            let memos = report.memos == 1 ? "1 memo" : "\(report.memos) memos"
            return "no connections: \(memos) can be compared, and it takes at least \(fewest)"
        }
        return "no connections: nothing in \(report.memos) memos is more alike than chance would make it"
    }

    func write(to output: StandardOutput) throws(CaptureError) {
        for connection in report.connections {
            try output.write(terminal.isInteractive ? card(connection) : Self.plain(connection))
        }
    }

    /// Tab-separated: id, importance, title, sentence, probability, names.
    private static func plain(_ connection: Connection) -> String {
        let columns = [
            connection.id, connection.importance.rawValue, connection.title, connection.detail,
            probability(connection),
        ]
        return (columns + connection.memos).map(\.printable).joined(separator: "\t") + "\n"
    }

    private func card(_ connection: Connection) -> String {
        let style = terminal.style
        let mark =
            switch connection.importance {
            case .minor: style.dim("◇")
            case .significant: style.yellow("◆")
            case .breakthrough: style.green("◆")
            }
        var text = "\(mark) \(style.bold(connection.title))\n"
        let room = terminal.textWidth - 4
        text += TextWrap.lines(
            TextCut.words(connection.detail.printable, room), width: terminal.textWidth, indent: 4)
        // The sentence about a pair has both names already.
        if connection.basis == .group {
            let names = connection.memos.prefix(Self.shownNames).map { TextCut.middle($0.printable, room - 1) }
            for (number, name) in names.enumerated() {
                text += "    \(style.dim(name + (number < names.count - 1 ? "," : "")))\n"
            }
            let more = connection.memos.count - Self.shownNames
            if more > 0 { text += "    \(style.dim("and \(more) more"))\n" }
        }
        return text + "    \(style.dim("by chance: \(Self.chance(connection.pValue))"))\n"
    }

    private static func chance(_ pValue: Double) -> String {
        pValue < 1e-6 ? "less than one in a million" : "one in \(Int((1 / pValue).rounded(.down)))"
    }

    /// Rounded up in its last digit, as in JSON.
    private static func probability(_ connection: Connection) -> String {
        Numbers.fixed(min(1, (connection.pValue * 1e9).rounded(.up) / 1e9), 9)
    }

    // MARK: For programs

    static func writeJSON(_ report: ConnectionReport, to output: StandardOutput) throws(CaptureError) {
        var json = JSONWriter()
        json.write(report)
        json.endLine()
        try output.write(bytes: json.bytes)
    }

    /// A line for each memo of each connection; a trend, which is about all memos, has one line without a name.
    static func writeCSV(_ report: ConnectionReport, to output: StandardOutput) throws(CaptureError) {
        try output.write("id,basis,importance,title,detail,pValue,memo\n")
        for connection in report.connections {
            let columns = [
                connection.id, connection.basis.rawValue, connection.importance.rawValue, connection.title,
                connection.detail, probability(connection),
            ]
            for memo in connection.memos.isEmpty ? [""] : connection.memos {
                try output.write(CSV.line(columns + [memo]))
            }
        }
    }
}
