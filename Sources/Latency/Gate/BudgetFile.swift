// BudgetFile: budgets and requirements that are kept with a project, as TOML or JSON.

import Capture
import Files
import Glibc
import Pipeline

/// A file such as
///
///     require = ["immediate.p99 < 80ms", "failed.count == 0"]
///
///     [budgets]
///     immediate = "80ms"
///
/// or the same as JSON: `{"require": […], "budgets": {…}}`. Anything else in it is an error, as a budget that was spelled
/// wrong would otherwise hold for ever.
public struct BudgetFile: Sendable, Equatable {
    static let largestBytes = 256 << 10

    public private(set) var budgets: [Stage: Duration] = [:]
    public private(set) var requirements: [Requirement] = []

    /// - Parameter path: as the user named it, as `FileName` tells it.
    public init(path: String) throws(BudgetFileError) {
        func failure(_ problem: String) -> BudgetFileError { BudgetFileError(path: path, key: nil, problem: problem) }
        guard let file = fopen(FileName.bytes(of: path).map(CChar.init(bitPattern:)) + [0], "r") else {
            throw failure("it cannot be read (\(String(cString: strerror(errno)).lowercased()))")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.largestBytes + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw failure("it cannot be read (is it a folder?)") }
        guard count <= Self.largestBytes else { throw failure(Self.tooLarge) }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw failure("it is not UTF-8 text")
        }
        try self.init(text: text, path: path)
    }

    /// - Parameter path: for errors, and to know JSON by its name; text that begins with `{` is JSON, too.
    public init(text: String, path: String) throws(BudgetFileError) {
        func failure(_ key: String?, _ problem: String) -> BudgetFileError {
            BudgetFileError(path: path, key: key, problem: problem)
        }
        guard text.utf8.count <= Self.largestBytes else { throw failure(nil, Self.tooLarge) }
        let isJSON = path.lowercased().hasSuffix(".json") || text.first { !$0.isWhitespace } == "{"
        let document: [String: BudgetValue]
        do {
            document = try isJSON ? BudgetValue.json(text) : BudgetValue.toml(text)
        } catch {
            throw failure(error.place, error.problem)
        }
        for (key, value) in document.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "budgets":
                guard case .table(let table) = value else {
                    throw failure(key, "this is \(value.kind); write a table of stages, as immediate = \"80ms\"")
                }
                try readBudgets(table, failure)
            case "require":
                guard case .list(let list) = value else {
                    throw failure(key, "this is \(value.kind); write a list, as [\"immediate.p99 < 80ms\"]")
                }
                try readRequirements(list, failure)
            default:
                let nearest = Nearness.nearest(to: key, among: ["budgets", "require"])
                throw failure(
                    key,
                    "there is no such key; " + (nearest.map { "did you mean \($0)? " } ?? "")
                        + "The keys are budgets and require")
            }
        }
    }

    /// The budgets in force, with those of the file.
    public func apply(to budgets: inout Budgets) {
        for (stage, duration) in self.budgets { budgets[stage] = duration }
    }

    private static let tooLarge = "it is larger than 256 KiB; this is no file of budgets"

    private typealias Failure = (String?, String) -> BudgetFileError

    private mutating func readBudgets(_ table: [String: BudgetValue], _ failure: Failure) throws(BudgetFileError) {
        for (name, value) in table.sorted(by: { $0.key < $1.key }) {
            let key = "budgets.\(name)"
            guard let stage = Stage(rawValue: name) else {
                let names = Stage.allCases.map(\.rawValue)
                let nearest = Nearness.nearest(to: name, among: names).map { "did you mean \($0)? " } ?? ""
                throw failure(key, "there is no such stage; \(nearest)The stages are \(names.joined(separator: ", "))")
            }
            guard case .text(let text) = value else {
                throw failure(key, "this is \(value.kind); write a duration with its unit, as \"80ms\"")
            }
            guard let duration = Duration(parsing: text) else {
                throw failure(key, "“\(text)” is no duration; write 80ms, 2.5s, 500us or 1min")
            }
            budgets[stage] = duration
        }
    }

    private mutating func readRequirements(_ list: [BudgetValue], _ failure: Failure) throws(BudgetFileError) {
        for (index, value) in list.enumerated() {
            let key = "require[\(index)]"
            guard case .text(let text) = value else {
                throw failure(key, "this is \(value.kind); write a requirement, as \"immediate.p99 < 80ms\"")
            }
            do { requirements.append(try Requirement(parsing: text)) } catch { throw failure(key, "\(error)") }
        }
    }
}

/// A file of budgets that cannot be used.
public struct BudgetFileError: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    /// Where in the file.
    public let key: String?
    public let problem: String

    public var description: String { "\(path.printable): \(key.map { "\($0): " } ?? "")\(problem)" }
}
