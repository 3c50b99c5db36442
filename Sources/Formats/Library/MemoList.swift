// MemoList: the memos of a library as columns, as CSV and as JSON, written while they are read.

import Capture
import Files
import Library
import Pipeline

package struct MemoList {
    package let query: MemoQuery
    /// Whether text that a spreadsheet would take for a formula is quoted.
    private let safeCells: Bool

    package init(query: MemoQuery, safeCells: Bool) { (self.query, self.safeCells) = (query, safeCells) }

    package func write(from index: LibraryIndex, format: TableFormat, to output: some ByteDestination) throws {
        switch format {
        case .json: try writeJSON(from: index, to: output)
        case .csv:
            try output.write(CSV.line(query.columns.map(\.rawValue)))
            try each(of: index) { row throws(CaptureError) in try output.write(Self.csv(row, isSafe: safeCells)) }
        case .text:
            try output.write(query.columns.map(\.rawValue).joined(separator: "\t") + "\n")
            try each(of: index) { row throws(CaptureError) in
                let cells = zip(query.columns, row.cells).map { Self.plain($1, $0, path: row.path) ?? Figures.none }
                try output.write(cells.joined(separator: "\t") + "\n")
            }
        }
    }

    /// - Returns: how many there were.
    @discardableResult
    package func each(
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

    /// A value in a pipe; `nil` where there is none. Names say all of their bytes.
    private static func plain(_ cell: MemoCell, _ column: MemoColumn, path: String) -> String? {
        column == .name ? path.printable : text(cell)?.printable
    }

    package static func csv(_ row: MemoRow, isSafe: Bool) -> String {
        CSV.line(
            row.cells.map { cell in
                if case .text(let text) = cell { return CSV.foreign(text, isSafe: isSafe) }
                return text(cell) ?? ""
            })
    }

    package static func text(_ cell: MemoCell) -> String? {
        switch cell {
        case .missing: nil
        case .text(let text): text
        case .count(let count): "\(count)"
        case .number(let number, let decimals): Numbers.fixed(number, decimals)
        }
    }

    private func writeJSON(from index: LibraryIndex, to output: some ByteDestination) throws {
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
