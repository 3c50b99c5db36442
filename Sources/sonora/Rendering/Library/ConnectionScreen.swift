// ConnectionScreen: what memos have in common, as cards on a terminal.

import Capture
import Formats
import Library

struct ConnectionScreen {
    private static let shownNames = 3

    let report: ConnectionReport
    let terminal: Terminal

    /// Why there are none.
    static func absence(_ report: ConnectionReport) -> String {
        let fewest = ConnectionFinder.fewestMemos
        if report.memos < fewest {
            return "no connections: \(counted(report.memos, "memo")) can be compared, and it takes at least \(fewest)"
        }
        return "no connections: nothing in \(report.memos) memos is more alike than chance would make it"
    }

    func write(to output: StandardOutput) throws(CaptureError) {
        for connection in report.connections { try output.write(card(connection)) }
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
}
