// ResultKeeper: the one writer of a run: files get their names, then the index learns of them.
//
// In this order a run that is killed in between leaves a file that the index does not know, which the next run replaces,
// and never a row whose file is missing. See Design/batch.md.

import Capture
import Files
import Pipeline

/// Keeps results, one at a time, on a thread of its own: it waits for disks.
actor ResultKeeper {
    private let library: OutputLibrary
    private let identity: ResultIdentity
    private let sounds: KnownSounds
    private let thread = WorkThread("sonora.results")

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ library: OutputLibrary, identity: ResultIdentity, sounds: KnownSounds) {
        self.library = library
        self.identity = identity
        self.sounds = sounds
    }

    /// - Throws: a full disk and failures of the index. What was kept before is safe.
    func keep(_ memo: AnalysedMemo, _ attempt: Attempt) throws(CaptureError) {
        for extra in memo.extras { try telling(extra.commit()) }
        let document = try memo.document.commit()
        let (file, head, figures) = (memo.file, memo.head, memo.figures)
        let formats = memo.formats.joined(separator: " ")
        let id = try library.index.write { db in
            if let earlier = memo.earlier { try LibraryIndex.rename(earlier, to: file.key, in: db) }
            let id = try LibraryIndex.upsert(file.trusted(), head: head, in: db)
            try LibraryIndex.write(
                figures, document: document, formats: formats, identity: identity, attempt: attempt, of: id, in: db)
            try LibraryIndex.keepFiles(of: file.key, formats: memo.formats, in: db)
            try LibraryIndex.endWork(on: file.key, in: db)
            return id
        }
        if let hash = file.contentHash { sounds.note(id, hash: hash) }
        if memo.earlier != nil { try library.clearRemovals() }
    }

    /// What a process of its own has found.
    func keep(_ memo: ApartMemo, _ attempt: Attempt) throws(CaptureError) {
        for extra in memo.extras { try telling(extra.commit()) }
        let document = try memo.document.commit()
        let file = memo.file
        let id = try library.index.write { db in
            let id = try LibraryIndex.upsert(file.trusted(), head: memo.head, in: db)
            try LibraryIndex.write(
                memo.rows, document: document, identity: identity, attempt: attempt, of: id, in: db)
            try LibraryIndex.keepFiles(of: file.key, formats: memo.rows.state.formats, in: db)
            try LibraryIndex.endWork(on: file.key, in: db)
            return id
        }
        if let hash = file.contentHash { sounds.note(id, hash: hash) }
    }

    /// - Returns: whether the other memo still had that result; else this one has to be looked at again.
    func keep(_ memo: KnownMemo) throws(CaptureError) -> Bool {
        guard try library.index.stillHolds(memo.sound) else { return false }
        for extra in memo.extras { try telling(extra.commit()) }
        let document = try memo.document.commit()
        let (file, head, sound) = (memo.file, memo.head, memo.sound)
        let (isMoved, formats) = (memo.isMoved, memo.formats)
        try library.index.write { db in
            if isMoved { try LibraryIndex.rename(sound, to: file.key, in: db) }
            let id = try LibraryIndex.upsert(file.trusted(), head: head, in: db)
            try LibraryIndex.copyResult(
                from: sound.id, to: id, document: document, formats: formats.joined(separator: " "), in: db)
            try LibraryIndex.keepFiles(of: file.key, formats: formats, in: db)
            try LibraryIndex.endWork(on: file.key, in: db)
        }
        if isMoved { try library.clearRemovals() }
        return true
    }

    func keep(_ failure: MemoFailure, of file: MemoFile, _ attempt: Attempt) throws(CaptureError) {
        try library.index.write { db in
            let id = try LibraryIndex.upsert(file.trusted(), head: nil, in: db)
            try LibraryIndex.write(failure, identity: identity, attempt: attempt, of: id, in: db)
            // Of a process that was killed nobody knows whether it would have crashed.
            if failure.code != CaptureError.Code.helperLost.rawValue {
                try LibraryIndex.endWork(on: file.key, in: db)
            }
        }
    }

    func keep(_ state: MemoState, unchangedWith stamp: FileStamp) throws(CaptureError) {
        try library.index.refresh(MemoFile.trusted(stamp), source: state.source, of: state.id)
    }

    func end(_ run: Int64, _ state: RunState, finishedAt: Double) throws(CaptureError) {
        try library.index.endRun(run, state, finishedAt: finishedAt)
    }
}

extension MemoFile {
    /// The file with a stamp that only matches later ones if nothing was written since.
    fileprivate func trusted() -> MemoFile {
        var file = self
        file.stamp = Self.trusted(stamp)
        return file
    }

    fileprivate static func trusted(_ stamp: FileStamp) -> FileStamp {
        var stamp = stamp
        // The next run hashes it once more.
        if stamp.isFresh(at: FileStamp.now()) { stamp.changed = 0 }
        return stamp
    }
}
