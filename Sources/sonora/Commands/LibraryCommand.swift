// library: what a batch has found, from its index: a list, one memo, what memos have in common.

import ArgumentParser
import Capture
import Formats
import Library

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Reads the index of a batch: lists memos, shows one, finds what is alike between them.",
        discussion: """
            Without a word behind the folder it lists the memos. A table on a terminal, columns with tabs in a pipe.

            EXAMPLES
              sonora library results/
              sonora library results/ --sort duration --reverse --limit 20
              sonora library results/ --columns name,recorded,pace,pauses --since 2026-01-01 --format csv
              sonora library results/ --failed
              sonora library results/ --damaged
              sonora library results/ --longest-pause
              sonora library results/ show stand-up-note.wav
              sonora library results/ connections --format json
            """)

    enum Action: String, CaseIterable { case list, show, connections }

    @Argument(help: "The output folder of: sonora batch")
    var folder: String

    @Argument(help: "list, show (and the name of a memo, or a part of it that no other has) or connections.")
    var action: String?

    @Argument(help: "The memo to show.")
    var memo: String?

    @Option(help: "text, json or csv.")
    var format: TableFormat = .text

    @Option(help: ArgumentHelp("What to list: \(columnNames).", valueName: "column,…"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "Sort by this column, the smallest first; memos without a value come last.", valueName: "column"))
    var sort: String?

    @Flag(help: "Sort the other way round.")
    var reverse = false

    @Option(parsing: .unconditional, help: ArgumentHelp("List at most so many.", valueName: "number"))
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            "Only memos recorded then or later: 2026-01-31 or 2026-01-31T12:30, on this machine's clock; with Z in UTC.",
            valueName: "date"))
    var since: String?

    @Flag(help: "Only memos that failed, and why.")
    var failed = false

    @Flag(help: "Only memos that were damaged and read as far as they go, and what was wrong.")
    var damaged = false

    @Flag(help: "The longest pauses, how long and where.")
    var longestPause = false

    @OptionGroup var colouring: ColorOption

    @OptionGroup var cells: CSVOption

    func validate() throws {
        let (action, _, memo) = try words()
        try cells.check(isUsed: format == .csv, "--format csv")
        if action == .show && memo == nil {
            throw ValidationError("Name the memo to show: sonora library \(folder) show MEMO")
        }
        if action != .show, let memo { throw ValidationError("Unexpected argument '\(memo)'.") }
        if action != .list, let option = listOptions.first(where: \.isUsed) {
            throw ValidationError("\(option.name) is for the list, not for \(action.rawValue).")
        }
        if longestPause && (failed || sort != nil) {
            throw ValidationError("--longest-pause sorts by itself; leave --failed and --sort out.")
        }
        if damaged && failed { throw ValidationError("--damaged memos are done; leave --failed out.") }
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        _ = try query()
    }

    private var listOptions: [(name: String, isUsed: Bool)] {
        [
            ("--columns", columns != nil), ("--sort", sort != nil), ("--reverse", reverse), ("--limit", limit != nil),
            ("--since", since != nil), ("--failed", failed), ("--damaged", damaged),
            ("--longest-pause", longestPause),
        ]
    }

    /// What is to be done, where, and with which memo. The action may stand before the folder, too.
    private func words() throws -> (action: Action, folder: String, memo: String?) {
        guard let action else {
            if Action(rawValue: folder) != nil && !Memo(path: folder).exists {
                throw ValidationError("Name the folder, too: sonora library FOLDER \(folder)")
            }
            return (.list, folder, nil)
        }
        if let wanted = Action(rawValue: action) { return (wanted, folder, memo) }
        if let wanted = Action(rawValue: folder) { return (wanted, action, memo) }
        let names = Action.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no “\(action)” in a library; there are \(names).")
    }

    func run() throws {
        let (action, folder, memo) = try words()
        let index = try LibraryIndex.reading(in: folder)
        let output = StandardOutput()
        let terminal = Terminal(descriptor: 1)
        switch action {
        case .list:
            let query = try query()
            if format == .text && terminal.isInteractive {
                try MemoListScreen(query: query, isUsual: columns == nil, output: output, terminal: terminal)
                    .write(from: index)
            } else {
                try MemoList(query: query, safeCells: cells.isSafe).write(from: index, format: format, to: output)
            }
        case .show:
            try show(try index.find(memo ?? ""), in: folder, from: index, to: output)
        case .connections:
            let report = try index.connections()
            if report.connections.isEmpty { StandardError.note(ConnectionScreen.absence(report)) }
            if format == .text && terminal.isInteractive {
                try ConnectionScreen(report: report, terminal: terminal).write(to: output)
            } else {
                try ConnectionList(report, safeCells: cells.isSafe).write(format, to: output)
            }
        }
        try output.flush()
    }

    private func show(
        _ memo: FoundMemo, in folder: String, from index: LibraryIndex, to output: StandardOutput
    ) throws {
        guard let portrait = try index.portrait(of: memo) else {
            throw CaptureError(
                .notFound, path: memo.path, problem: "the library does not have it any more", advice: "ask again")
        }
        switch format {
        case .text:
            let terminal = Terminal(descriptor: 1)
            let lines = PortraitLines(portrait, folder: folder)
            let text = terminal.isInteractive ? PortraitScreen(lines: lines, style: terminal.style).text : lines.text
            try output.write(text)
        case .json: try output.write(bytes: portrait.json)
        case .csv:
            let columns = MemoColumn.allCases
            try output.write(CSV.line(columns.map(\.rawValue)))
            if let row = try index.row(of: memo, columns: columns) {
                try output.write(MemoList.csv(row, isSafe: cells.isSafe))
            }
        }
    }
}

// MARK: The list

extension LibraryCommand {
    static let columnNames = MemoColumn.allCases.map(\.rawValue).joined(separator: ", ")

    private func query() throws -> MemoQuery {
        var query = MemoQuery(columns: try chosenColumns())
        query.sort = longestPause ? .longestPause : try sort.map { try Self.column($0, "--sort") } ?? .name
        query.isDescending = longestPause != reverse
        query.onlyFailed = failed
        query.onlySalvaged = damaged
        query.limit = limit
        query.since = try since.map { text in
            guard let time = LocalTime(text) else {
                throw ValidationError("--since: “\(text)” is no date; write 2026-01-31 or 2026-01-31T12:30.")
            }
            return time
        }
        return query
    }

    private func chosenColumns() throws -> [MemoColumn] {
        guard let columns else {
            if failed { return [.name, .code, .error, .advice] }
            if damaged { return [.name, .duration, .salvage] }
            if longestPause { return [.name, .longestPause, .longestPauseStart, .pauses, .duration] }
            return [.name, .recorded, .duration, .status, .segments, .pace, .pauses, .longestPause, .level, .noise]
        }
        return try columns.split(separator: ",", omittingEmptySubsequences: false)
            .map { try Self.column(String($0), "--columns") }
    }

    private static func column(_ name: String, _ option: String) throws -> MemoColumn {
        guard let column = MemoColumn(rawValue: name) else {
            throw ValidationError("\(option): there is no column “\(name)”; there are \(columnNames).")
        }
        return column
    }
}
