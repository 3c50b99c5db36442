// RowReading: values out of an index, which may hold anything: each is asked for by its type, and refused if it is of another.
//
// SQLite keeps what it is given, whatever the type of the column, and GRDB's subscripts end the process over a value that
// does not fit.

import Capture
import Files
import Foundation
import GRDB

/// An index holds what no Sonora wrote. `LibraryIndex` tells it as a failure that names the index.
struct IndexFault: Error {
    let column: String
    let problem: String
}

/// What columns hold.
protocol IndexValue: DatabaseValueConvertible {
    /// As in “it holds no number”.
    static var words: String { get }
    var canBe: Bool { get }
}

extension String: IndexValue {
    static var words: String { "text" }
    var canBe: Bool { true }
}

extension Data: IndexValue {
    static var words: String { "name" }
    var canBe: Bool { true }
}

extension Int: IndexValue {
    static var words: String { "whole number" }
    var canBe: Bool { true }
}

extension Int64: IndexValue {
    static var words: String { "whole number" }
    var canBe: Bool { true }
}

extension Double: IndexValue {
    static var words: String { "number that can be" }
    /// Levels and times; neither is infinite, nor lasts longer than mankind.
    var canBe: Bool { abs(self) < 1e12 }
}

extension Row {
    /// A value that has to be there.
    func need<Value: IndexValue>(_ column: String) throws(IndexFault) -> Value {
        try Self.present(find(column), column)
    }

    /// The same by its position, which is found sooner.
    func need<Value: IndexValue>(at index: Int, _ column: String) throws(IndexFault) -> Value {
        try Self.present(find(at: index, column), column)
    }

    /// A value that may be missing.
    func find<Value: IndexValue>(_ column: String) throws(IndexFault) -> Value? {
        try Self.value(self[column] as DatabaseValue?, column)
    }

    func find<Value: IndexValue>(at index: Int, _ column: String) throws(IndexFault) -> Value? {
        guard index < count else { return nil }
        return try Self.value(self[index] as DatabaseValue, column)
    }

    private static func value<Value: IndexValue>(_ stored: DatabaseValue?, _ column: String) throws(IndexFault)
        -> Value?
    {
        guard let stored, !stored.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(stored), value.canBe else {
            throw IndexFault(column: column, problem: "no \(Value.words)")
        }
        return value
    }

    private static func present<Value>(_ value: Value?, _ column: String) throws(IndexFault) -> Value {
        guard let value else { throw IndexFault(column: column, problem: "nothing") }
        return value
    }
}

// MARK: Names

/// Names are bytes in an index.
enum Columns {
    static func path(_ text: String) -> DatabaseValue { DatabaseValue(value: Data(FileName.bytes(of: text))) ?? .null }

    /// The path of a file anywhere. It is looked at, and never written to.
    static func path(_ row: Row, _ column: String) throws(IndexFault) -> String {
        let bytes: Data = try row.need(column)
        guard !bytes.isEmpty, !bytes.contains(0) else { throw IndexFault(column: column, problem: "no path") }
        return FileName.text(Array(bytes))
    }

    /// A name below the output folder: whoever wrote it may have meant a file that lies elsewhere.
    static func name(_ row: Row, _ column: String = "path") throws(IndexFault) -> String {
        let name = try path(row, column)
        guard ResultName.isBelowFolder(name) else {
            throw IndexFault(column: column, problem: "“\(name.printable)”, which is no name below the output folder")
        }
        return name
    }
}
