// ApartMemo: a memo that a process of its own has analysed: its result is taken over as if it had been made here.

import Capture
import Files
import Pipeline

struct ApartMemo: Sendable {
    var file: MemoFile
    var head: MemoHead
    var rows: SoundRows
    var document: StagedDocument
    var extras: [StagedFile]
}

/// Why a process of its own has no result.
struct LoneFailure: Error {
    var failure: MemoFailure
}

extension MemoFailure {
    /// It took along the process that was there for it alone.
    static let crashed = "crashed"
}

extension MemoWorker {
    /// Lets a process of its own analyse a memo, and takes over what it found.
    /// - Throws: `LoneFailure` where that is no result; what writing it throws.
    func workApart(_ runner: any MemoRunner, _ file: MemoFile, job: Job<C>) throws -> ApartMemo {
        library.clearLoneFolder()
        defer { library.clearLoneFolder() }
        let folder = library.loneFolder
        switch try runner.run(LoneMemo(key: job.key, path: job.path, folder: folder)) {
        case .ended: break
        case .lost:
            throw LoneFailure(
                code: CaptureError.Code.helperLost.rawValue, job.path,
                "the process that was there for it alone was killed",
                advice: "run it again when the machine has more memory to spare")
        case .crashed(let what):
            throw LoneFailure(
                code: MemoFailure.crashed, job.path, "\(what), twice, the second time in a process of its own",
                advice: "keep the file and report it; all other memos are done without it")
        }
        guard let rows = try LibraryIndex.reading(in: folder).soundRows(of: job.key) else {
            throw LoneFailure(job.path)
        }
        if var failure = rows.state.failure {
            failure.path = job.path
            throw LoneFailure(failure: failure)
        }
        guard let head = rows.head, let facts = rows.state.document else { throw LoneFailure(job.path) }
        guard FileStamp(of: job.path) == file.stamp else { throw CaptureError.busy(job.path) }
        var file = file
        file.contentHash = head.contentHash
        let files = OutputFiles(folder: library.folder, key: job.key)
        let name = ResultName.document(job.key)
        let document = StagedDocument(
            file: try files.stageCopy(ofPath: "\(folder)/\(name)", as: name), hash: facts.hash, bytes: facts.bytes,
            tail: facts.tail)
        let extras = try rows.state.formats.map {
            try files.stageCopy(ofPath: "\(folder)/\(job.key)\($0)", as: job.key + $0)
        }
        return ApartMemo(file: file, head: head, rows: rows, document: document, extras: extras)
    }
}

extension LoneFailure {
    fileprivate init(code: String, _ path: String, _ problem: String, advice: String) {
        self.init(failure: MemoFailure(code: code, path: path, problem: problem, advice: advice))
    }

    /// A process of its own that says it is done, and has nothing.
    fileprivate init(_ path: String) {
        self.init(
            code: CaptureError.Code.readFailed.rawValue, path, "the process that was there for it alone left no result",
            advice: "run it again")
    }
}
