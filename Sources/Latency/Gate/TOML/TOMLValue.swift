// TOMLValue: what TOML text says, as far as a file of budgets needs it. Grammar: https://toml.io/en/v1.0.0

/// Of numbers, flags and dates only the kind is kept, as no budget is any of them.
enum TOMLValue {
    case text(String)
    case number, flag, date
    case list([TOMLValue])
    case table(TOMLTable)
    /// Those of `[[name]]`, in their order.
    case tables([TOMLTable])
}

/// A table while its text is read: it grows, wherever it hangs.
final class TOMLTable {
    /// How it came about, which says who may add to it.
    enum Origin {
        /// As a part of a header's name: the table itself may still come.
        case implied
        case header
        /// As a part of a dotted key: other dotted keys may add to it.
        case dotted
        /// In braces: it is closed, and all that hangs from it.
        case inline
    }

    private(set) var values: [String: TOMLValue] = [:]
    private var origin: Origin

    init(_ origin: Origin) { self.origin = origin }

    /// Why a key cannot be where it stands.
    struct Clash: Error {
        var name: String
    }

    /// The table that a header names, made where it is not there.
    func table(headed path: [String], isOneOfMany: Bool) throws(Clash) -> TOMLTable {
        var table = self
        for name in path.dropLast() { table = try table.step(name, making: .implied) }
        guard let name = path.last else { return table }
        switch (table.values[name], isOneOfMany) {
        case (.table(let known), false) where known.origin == .implied:
            known.origin = .header
            return known
        case (nil, false):
            let made = TOMLTable(.header)
            table.values[name] = .table(made)
            return made
        case (nil, true):
            let made = TOMLTable(.header)
            table.values[name] = .tables([made])
            return made
        case (.tables(var known), true):
            let made = TOMLTable(.header)
            // Taken out first, so that a list of thousands is not copied for each.
            table.values[name] = nil
            known.append(made)
            table.values[name] = .tables(known)
            return made
        default: throw Clash(name: name)
        }
    }

    /// Sets the value of a key, which may be dotted.
    func set(_ path: [String], to value: TOMLValue) throws(Clash) {
        var table = self
        for name in path.dropLast() { table = try table.step(name, making: .dotted) }
        guard let name = path.last, table.values[name] == nil else { throw Clash(name: path.last ?? "") }
        table.values[name] = value
    }

    /// A header may go through tables of any kind but closed ones, a dotted key only through those of dotted keys.
    private func step(_ name: String, making origin: Origin) throws(Clash) -> TOMLTable {
        switch values[name] {
        case nil:
            let made = TOMLTable(origin)
            values[name] = .table(made)
            return made
        case .table(let known) where origin == .implied ? known.origin != .inline : known.origin == .dotted:
            return known
        case .tables(let known) where origin == .implied:
            guard let last = known.last else { throw Clash(name: name) }
            return last
        default: throw Clash(name: name)
        }
    }

    /// At the closing brace.
    func close() {
        origin = .inline
        for case .table(let table) in values.values { table.close() }
    }
}
