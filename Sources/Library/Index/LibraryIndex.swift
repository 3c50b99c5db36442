// LibraryIndex: the database of a batch's results. The one file that opens SQLite; see https://sqlite.org/wal.html.

import Capture
import Files
import GRDB

/// What is known of all memos of an output folder. Its methods block; the batch calls them off the pool of tasks.
public final class LibraryIndex: Sendable {
    /// The file of the index.
    public let path: String
    let database: any DatabaseWriter

    /// - Parameter isWriting: whether several connections are wanted, so that workers ask without waiting for the keeper.
    private init(path: String, configuration: Configuration, isWriting: Bool) throws {
        self.path = path
        // SQLite takes a name as text, and a name that is none would become another.
        guard FileName.escaped(path) == nil else {
            throw CaptureError(
                .unsupported, path: path, problem: "its name is not valid UTF-8",
                advice: "choose an output folder with another name")
        }
        database =
            isWriting
            ? try DatabasePool(path: path, configuration: configuration)
            : try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens the index of an output folder for a run, and makes it when there is none.
    /// - Throws: `diskFull`, `cannotWrite`; `unsupported` when a newer Sonora wrote it.
    public static func writing(in folder: String) throws(CaptureError) -> LibraryIndex {
        let path = "\(folder)/\(ResultName.index)"
        return try translating(path) {
            var configuration = Configuration()
            // Readers do not wait for the run, and a killed run leaves nothing but a log that the next one reads.
            configuration.journalMode = .wal
            configuration.maximumReaderCount = 16
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
            try telling(PlainFile.check(database: path))
            let index = try LibraryIndex(path: path, configuration: configuration, isWriting: true)
            try index.checkVersion()
            try IndexSchema.migrator.migrate(index.database)
            return index
        }
    }

    /// Opens the index of an output folder to read it, also while a run writes to it.
    /// - Throws: `notFound` when there is none; `unsupported` when a newer Sonora wrote it.
    public static func reading(in folder: String) throws(CaptureError) -> LibraryIndex {
        let path = "\(folder)/\(ResultName.index)"
        guard FileStamp(of: path) != nil else {
            throw CaptureError(
                .notFound, path: folder, problem: "there is no index (\(ResultName.index)) in it",
                advice: "name the output folder of: sonora batch")
        }
        return try translating(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            let index = try LibraryIndex(path: path, configuration: configuration, isWriting: false)
            try index.checkVersion()
            return index
        }
    }

    private func checkVersion() throws {
        guard try database.read(IndexSchema.migrator.hasBeenSuperseded) else { return }
        throw CaptureError(
            .unsupported, path: path, problem: "a newer Sonora wrote this index",
            advice: "update Sonora, or choose another output folder")
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(CaptureError) -> Value {
        try Self.translating(path) { try database.unsafeReentrantRead(body) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(CaptureError) -> Value {
        try Self.translating(path) { try database.write(body) }
    }

    private static func translating<Value>(_ path: String, _ body: () throws -> Value) throws(CaptureError) -> Value {
        do {
            return try body()
        } catch let error as CaptureError {
            throw error
        } catch let error as DatabaseError {
            throw CaptureError(error, path: path)
        } catch let fault as IndexFault {
            throw .damaged(path, "a memo's “\(fault.column)” holds \(fault.problem)")
        } catch is RowDecodingError {
            throw .damaged(path, "a column holds what is none of its values")
        } catch {
            throw CaptureError(
                .readFailed, path: path, problem: "the index cannot be used (\(error))", advice: "check the disk")
        }
    }
}

extension CaptureError {
    fileprivate static func damaged(_ path: String, _ reason: String) -> CaptureError {
        CaptureError(
            .readFailed, path: path, problem: "the index is damaged (\(reason))",
            advice: "move it away; the next run makes a new one")
    }

    fileprivate init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.diskFull, path: path, problem: "the disk is full", advice: "make room and run it again")
        case .SQLITE_IOERR:
            self.init(
                .readFailed, path: path, problem: "the index cannot be used (\(reason))",
                advice: "see whether the disk is full or failing, and run it again")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self = .damaged(path, reason)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .cannotWrite, path: path, problem: "the index cannot be opened (\(reason))",
                advice: "choose a folder that you may write to")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .busy, path: path, problem: "another program holds the index", advice: "end it and run this again")
        default:
            self.init(
                .readFailed, path: path, problem: "the index cannot be used (\(reason))",
                advice: "check the disk and run it again")
        }
    }
}
