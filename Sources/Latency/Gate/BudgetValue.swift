// BudgetValue: what a file of budgets says, whether it is TOML or JSON.

import Foundation

enum BudgetValue {
    case text(String)
    case list([BudgetValue])
    case table([String: BudgetValue])
    /// None of what a budget may be, in words.
    case other(String)

    /// Text that is not what its language asks for.
    struct Failure: Error {
        var place: String?
        var problem: String
    }

    /// For sentences: `this is …`.
    var kind: String {
        switch self {
        case .text: "text"
        case .list: "a list"
        case .table: "a table"
        case .other(let kind): kind
        }
    }

    // MARK: TOML

    static func toml(_ text: String) throws(Failure) -> [String: BudgetValue] {
        do {
            return try TOMLReader.read(text).values.mapValues { BudgetValue($0) }
        } catch {
            guard let (line, column) = error.place else { throw Failure(problem: error.problem) }
            throw Failure(place: "line \(line), column \(column)", problem: "this is no TOML: \(error.problem)")
        }
    }

    private init(_ value: TOMLValue) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .number: .other("a number")
            case .flag: .other("true or false")
            case .date: .other("a date")
            case .list(let values): .list(values.map { BudgetValue($0) })
            case .table(let table): .table(table.values.mapValues { BudgetValue($0) })
            case .tables: .other("a list of tables")
            }
    }

    // MARK: JSON

    static func json(_ text: String) throws(Failure) -> [String: BudgetValue] {
        let value: Any
        do {
            value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
        } catch {
            let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
            throw Failure(problem: "this is no JSON" + (detail.map { ": \($0)" } ?? ""))
        }
        let document = BudgetValue(json: value)
        guard case .table(let table) = document else {
            throw Failure(problem: "this is \(document.kind); write an object with budgets and require")
        }
        return table
    }

    private init(json value: Any) {
        self =
            switch value {
            case let text as String: .text(text)
            // A flag is a number to Foundation; only its type tells.
            case let number as NSNumber:
                .other(String(cString: number.objCType) == "c" ? "true or false" : "a number")
            case let values as [Any]: .list(values.map { BudgetValue(json: $0) })
            case let table as [String: Any]: .table(table.mapValues { BudgetValue(json: $0) })
            default: .other("nothing")
            }
    }
}
