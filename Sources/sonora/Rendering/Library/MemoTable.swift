// MemoTable: memos in aligned columns on a terminal, as wide as the terminal is.

import Capture
import Formats
import Library

/// Columns have fixed widths, so that a line can be written before the next is known. The name gets what is left.
struct MemoTable {
    private static let shortestName = 16
    /// What a narrow window can do without, the least needed first.
    private static let dispensable: [MemoColumn] = [
        .segments, .longestPause, .noise, .pauses, .recorded, .level, .pace,
    ]

    private let columns: [(column: MemoColumn, width: Int)]
    private let style: Style

    /// The columns of a list that fit into a window.
    static func fitting(_ columns: [MemoColumn], width: Int) -> [MemoColumn] {
        var columns = columns
        for column in dispensable {
            let taken = columns.reduce(0) { $0 + (Self.width(of: $1) ?? shortestName) + 2 }
            guard taken > width else { break }
            columns.removeAll { $0 == column }
        }
        return columns
    }

    init(columns: [MemoColumn], terminal: Terminal) {
        style = terminal.style
        let fixed = columns.map { Self.width(of: $0) }
        // Two spaces between columns.
        let taken = fixed.reduce(0) { $0 + ($1 ?? 0) } + 2 * (columns.count - 1)
        let open = fixed.count { $0 == nil }
        let share = open == 0 ? 0 : max(Self.shortestName, (terminal.width - taken) / open)
        self.columns = zip(columns, fixed).map { ($0, $1 ?? share) }
    }

    var header: String {
        let cells = columns.map { column, width in
            let title = Self.title(of: column)
            return column.kind == .text ? Aligned.left(title, width) : Aligned.right(title, width)
        }
        return style.dim(Self.trimmed(cells.joined(separator: "  "))) + "\n"
    }

    func line(_ row: MemoRow) -> String {
        let cells = zip(columns, row.cells).map { item, cell in
            let text = Self.text(cell, item.column, path: row.path)
            let shown = Self.cut(text, item.width, isName: item.column == .name)
            let padded =
                item.column.kind == .text ? Aligned.left(shown, item.width) : Aligned.right(shown, item.width)
            return coloured(padded, item.column, cell)
        }
        return Self.trimmed(cells.joined(separator: "  ")) + "\n"
    }

    private func coloured(_ text: String, _ column: MemoColumn, _ cell: MemoCell) -> String {
        switch (column, cell) {
        case (_, .missing): style.dim(text)
        case (.name, _): style.bold(text)
        case (.status, .text("failed")), (.error, _), (.code, _): style.red(text)
        case (.status, _): style.green(text)
        default: text
        }
    }

    private static func cut(_ text: String, _ width: Int, isName: Bool) -> String {
        guard text.count > width else { return text }
        return isName ? TextCut.middle(text, width) : "\(text.prefix(width - 1))…"
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func text(_ cell: MemoCell, _ column: MemoColumn, path: String) -> String {
        switch cell {
        case .missing: "–"
        case .text where column == .name: path.printable
        case .text(let text) where column == .recorded: text.replacing("T", with: " ")
        case .text(let text): text.printable
        case .count(let count): "\(count)"
        case .number(let number, let decimals):
            switch column {
            case .duration, .longestPauseStart: Numbers.clock(number)
            case .longestPause: "\(Numbers.fixed(number, 1)) s"
            case .total: Figures.duration(number)
            case .pauses: "\(Numbers.fixed(number, 0)) %"
            case .realtimeFactor: Numbers.fixed(number, 5)
            default: Numbers.fixed(number, min(decimals, column == .pace ? 2 : 1))
            }
        }
    }

    private static func title(of column: MemoColumn) -> String {
        switch column {
        case .longestPause: "longest"
        case .longestPauseStart: "at"
        case .realtimeFactor: "realtime"
        case .level, .noise, .peak, .rms: "\(column.rawValue) dB"
        default: column.rawValue
        }
    }

    /// `nil` for a column that takes what is left.
    private static func width(of column: MemoColumn) -> Int? {
        switch column {
        case .name, .error, .advice, .salvage: nil
        case .recorded, .analysed: 20
        case .format: 18
        case .code: 13
        case .hash: 15
        case .size: 11
        case .duration, .longestPauseStart, .total: 9
        case .segments, .longestPause, .level, .noise, .realtimeFactor: 8
        case .status, .pauses, .words, .peak, .rms: 7
        case .pace: 5
        }
    }
}
