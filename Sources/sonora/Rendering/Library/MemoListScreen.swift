// MemoListScreen: the memos of a library on a terminal: a table, or each with what is wrong with it.

import Capture
import Formats
import Library

struct MemoListScreen {
    var query: MemoQuery
    /// Whether nobody said which columns.
    let isUsual: Bool
    let output: StandardOutput
    let terminal: Terminal

    func write(from index: LibraryIndex) throws {
        if isUsual && (query.onlyFailed || query.onlySalvaged) { return try writeReasons(from: index) }
        var query = query
        if isUsual { query.columns = MemoTable.fitting(query.columns, width: terminal.width) }
        let table = MemoTable(columns: query.columns, terminal: terminal)
        try output.write(table.header)
        let count = try MemoList(query: query, safeCells: true).each(of: index) { row throws(CaptureError) in
            try output.write(table.line(row))
        }
        try writeCount(count, of: index)
    }

    private func writeCount(_ count: Int, of index: LibraryIndex) throws {
        try output.write(terminal.style.dim("\(count) of \(counted(try index.memoCount(), "memo"))\n"))
    }

    /// Each memo, and under it in full what is wrong with it.
    private func writeReasons(from index: LibraryIndex) throws {
        let width = terminal.textWidth
        let count = try MemoList(query: query, safeCells: true).each(of: index) { row throws(CaptureError) in
            let words = zip(query.columns, row.cells).filter { $0.0 != .name && $0.0 != .code && $0.0 != .duration }
                .compactMap { MemoList.text($0.1) }
            try output.write("\(terminal.style.bold(row.path.printable))\n")
            try output.write(TextWrap.lines(words.joined(separator: "; ").printable, width: width, indent: 2))
        }
        try writeCount(count, of: index)
    }
}
