// CSVOption: whether names in CSV are kept from being formulas.

import ArgumentParser

struct CSVOption: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "In CSV, put an apostrophe before a name or another text from outside that begins with =, +, - or @, as a spreadsheet "
                + "would take it for a formula (usually on)."))
    var safeCells: Bool?

    var isSafe: Bool { safeCells ?? true }

    /// - Parameter place: where there is text from outside.
    func check(isUsed: Bool, _ place: String) throws {
        if safeCells != nil && !isUsed { throw ValidationError("--safe-cells and --no-safe-cells are for \(place).") }
    }
}
