// TOMLReader: the structure of TOML text: headers, keys and values. Grammar: https://toml.io/en/v1.0.0

/// Reads all of TOML 1.0. Its own few lines, as a parser must neither abort nor leave its stack, whatever it is given: nothing
/// nests deeper than `deepest`.
struct TOMLReader {
    static let deepest = 32

    struct Failure: Error {
        /// What is wrong, and where: `nil` where it is the whole.
        var problem: String
        var place: (line: Int, column: Int)?
    }

    var text: TOMLScanner

    /// - Throws: what is wrong, with its line and column.
    static func read(_ text: String) throws(Failure) -> TOMLTable {
        var reader = TOMLReader(text: TOMLScanner(text))
        return try reader.document()
    }

    private mutating func document() throws(Failure) -> TOMLTable {
        let root = TOMLTable(.header)
        var (table, depth) = (root, 0)
        while true {
            text.skipBlanks()
            if text.isAtEnd { return root }
            if text.next == UInt8(ascii: "[") {
                (table, depth) = try header(in: root)
            } else if !text.isAtLineEnd {
                try pair(into: table, depth: depth)
            }
            text.skipBlanks()
            try text.endLine()
        }
    }

    /// `[name]` or `[[name]]`.
    private mutating func header(in root: TOMLTable) throws(Failure) -> (TOMLTable, depth: Int) {
        let start = text.position
        text.take()
        let isOneOfMany = text.take("[")
        let path = try key()
        for _ in 0..<(isOneOfMany ? 2 : 1) {
            guard text.take("]") else { throw text.failure("a ] is missing behind the table's name") }
        }
        try check(path.count)
        do {
            return (try root.table(headed: path, isOneOfMany: isOneOfMany), path.count)
        } catch {
            throw text.failure("“\(error.name)” is there already", at: start)
        }
    }

    /// `key = value`.
    private mutating func pair(into table: TOMLTable, depth: Int) throws(Failure) {
        let start = text.position
        let path = try key()
        guard text.take("=") else { throw text.failure("an = is missing behind the key") }
        text.skipBlanks()
        try check(depth + path.count)
        let value = try value(depth: depth + path.count)
        do {
            try table.set(path, to: value)
        } catch {
            throw text.failure("“\(error.name)” is there already", at: start)
        }
    }

    /// The parts of a key, with the blanks around it.
    private mutating func key() throws(Failure) -> [String] {
        var parts: [String] = []
        repeat {
            text.skipBlanks()
            parts.append(try text.keyPart())
            text.skipBlanks()
        } while text.take(".")
        return parts
    }

    private mutating func value(depth: Int) throws(Failure) -> TOMLValue {
        switch text.next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): .text(try text.quoted())
        case UInt8(ascii: "["): try list(depth: depth + 1)
        case UInt8(ascii: "{"): try inlineTable(depth: depth + 1)
        default: try text.bareValue()
        }
    }

    /// Over as many lines as it takes; a comma may stand behind the last.
    private mutating func list(depth: Int) throws(Failure) -> TOMLValue {
        try check(depth)
        text.take()
        var values: [TOMLValue] = []
        while true {
            try text.skipBlankLines()
            if text.take("]") { return .list(values) }
            values.append(try value(depth: depth))
            try text.skipBlankLines()
            if text.take("]") { return .list(values) }
            guard text.take(",") else { throw text.failure("a comma or a ] is missing in the list") }
        }
    }

    /// On one line; no comma behind the last.
    private mutating func inlineTable(depth: Int) throws(Failure) -> TOMLValue {
        try check(depth)
        text.take()
        let table = TOMLTable(.dotted)
        text.skipBlanks()
        if !text.take("}") {
            while true {
                try pair(into: table, depth: depth)
                text.skipBlanks()
                if text.take("}") { break }
                guard text.take(",") else { throw text.failure("a comma or a } is missing in the table") }
            }
        }
        table.close()
        return .table(table)
    }

    private func check(_ depth: Int) throws(Failure) {
        guard depth <= Self.deepest else {
            throw Failure(problem: "its keys are nested deeper than \(Self.deepest); this is no file of budgets")
        }
    }
}
