// MemoList: the memos of a library as a table, as columns, as CSV and as JSON, written while they are read.

import Capture
import Files
import Library
import Pipeline

struct MemoList {
    var query: MemoQuery
    /// Whether nobody said which columns.
    let isUsual: Bool
    let output: StandardOutput
    let terminal: Terminal
    /// Whether text that a spreadsheet would take for a formula is quoted.
    let safeCells: Bool

    mutating func write(from index: LibraryIndex, format: LibraryCommand.Format) throws {
        switch format {
        case .json: try writeJSON(from: index)
        case .csv:
            try output.write(CSV.line(query.columns.map(\.rawValue)))
            try each(of: index) { row throws(CaptureError) in try output.write(Self.csv(row, isSafe: safeCells)) }
        case .text where terminal.isInteractive && isUsual && (query.onlyFailed || query.onlySalvaged):
            try writeReasons(from: index)
        case .text where terminal.isInteractive:
            if isUsual { query.columns = MemoTable.fitting(query.columns, width: terminal.width) }
            let table = MemoTable(columns: query.columns, terminal: terminal)
            try output.write(table.header)
            let count = try each(of: index) { row throws(CaptureError) in try output.write(table.line(row)) }
            let memos = try index.memoCount()
            try output.write(terminal.style.dim("\(count) of \(memos) \(memos == 1 ? "memo" : "memos")\n"))
        case .text:
            try output.write(query.columns.map(\.rawValue).joined(separator: "\t") + "\n")
            try each(of: index) { row throws(CaptureError) in
                let cells = zip(query.columns, row.cells).map { Self.plain($1, $0, path: row.path) ?? "–" }
                try output.write(cells.joined(separator: "\t") + "\n")
            }
        }
    }

    /// Each memo, and under it in full what is wrong with it.
    private func writeReasons(from index: LibraryIndex) throws(CaptureError) {
        let width = terminal.textWidth
        let count = try each(of: index) { row throws(CaptureError) in
            let words = zip(query.columns, row.cells).filter { $0.0 != .name && $0.0 != .code && $0.0 != .duration }
                .compactMap { Self.text($0.1) }
            try output.write("\(terminal.style.bold(row.path.printable))\n")
            try output.write(TextWrap.lines(words.joined(separator: "; ").printable, width: width, indent: 2))
        }
        let memos = try index.memoCount()
        try output.write(terminal.style.dim("\(count) of \(memos) \(memos == 1 ? "memo" : "memos")\n"))
    }

    /// - Returns: how many there were.
    @discardableResult
    private func each(
        of index: LibraryIndex, _ body: (MemoRow) throws(CaptureError) -> Void
    ) throws(CaptureError) -> Int {
        var count = 0
        try index.list(query) { row throws(CaptureError) in
            if Task.isCancelled {
                throw CaptureError(.interrupted, path: index.path, problem: "interrupted", advice: "run it again")
            }
            count += 1
            try body(row)
        }
        return count
    }

    // MARK: For programs

    /// A value in a pipe; `nil` where there is none. Names say all of their bytes.
    private static func plain(_ cell: MemoCell, _ column: MemoColumn, path: String) -> String? {
        column == .name ? path.printable : text(cell)?.printable
    }

    static func csv(_ row: MemoRow, isSafe: Bool) -> String {
        CSV.line(
            row.cells.map { cell in
                if case .text(let text) = cell { return CSV.foreign(text, isSafe: isSafe) }
                return text(cell) ?? ""
            })
    }

    private static func text(_ cell: MemoCell) -> String? {
        switch cell {
        case .missing: nil
        case .text(let text): text
        case .count(let count): "\(count)"
        case .number(let number, let decimals): Numbers.fixed(number, decimals)
        }
    }

    private func writeJSON(from index: LibraryIndex) throws {
        try output.write("{\"schemaVersion\":\(MemoResult.schemaVersion),\"memos\":[")
        var isFirst = true
        try each(of: index) { row throws(CaptureError) in
            var json = JSONWriter()
            json.object { json in
                for (column, cell) in zip(query.columns, row.cells) {
                    switch cell {
                    case .missing: json.field(column.rawValue, nil as String?)
                    case .text(let text): json.field(column.rawValue, text)
                    case .count(let count): json.field(column.rawValue, count)
                    case .number(let number, let decimals):
                        json.field(column.rawValue, number, decimals: decimals)
                    }
                }
                if query.columns.contains(.name), let escaped = FileName.escaped(row.path) {
                    json.field("pathEscaped", escaped)
                }
            }
            try output.write(isFirst ? "\n" : ",\n")
            try output.write(bytes: json.bytes)
            isFirst = false
        }
        try output.write(isFirst ? "]}\n" : "\n]}\n")
    }
}
