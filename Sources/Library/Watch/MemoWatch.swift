// MemoWatch: finds the memos that come to folders while a run goes; see Design/watch.md.

import Capture
import Files
import Pipeline

/// Watches the folders of a run, on a thread of its own: it waits.
public actor MemoWatch {
    /// How it comes to know of memos.
    public enum Method: Sendable {
        /// The system tells.
        case inotify
        /// It looks, every two seconds.
        case looking
    }

    private let folders: [String]
    private let filter: MemoFilter
    private let output: String
    private let chooser: JobChooser
    private let thread = WorkThread("sonora.watch")
    private nonisolated let alarm = Alarm()
    private let start = ContinuousClock.now

    /// How it begins; it may have to change to looking.
    public nonisolated let method: Method
    private var events: FolderWatch?
    /// The folders, as the events number them.
    private var followed: [MemoPlace]
    private var settling = Settling<MemoPlace>()
    private var ledger: MemoLedger
    private var schedule = LookSchedule()
    /// What was said, and is still so.
    private var complaints: Set<[UInt8]>

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Begins to watch: what happens from now on is not missed, nor is what happened since the plan was made.
    /// - Parameters:
    ///   - plan: what was found at first.
    ///   - names: what it was made of. Folders are watched; named files are done once.
    ///   - work: what is done at first. Memos that are being written are taken out; they come when they have settled.
    public init(
        _ plan: MemoPlan, of names: [String], work: inout BatchWork, filter: MemoFilter, output: String,
        index: LibraryIndex, settings: BatchSettings
    ) {
        folders = names.filter { (try? FolderEntry(path: $0))?.kind == .folder }
        self.filter = filter
        self.output = output
        chooser = JobChooser(folder: output, index: index, settings: settings)
        followed = plan.folderPlaces
        complaints = Set(plan.failures.map { Array($0.path.utf8) })
        let watch = FolderWatch()
        let covers = watch.map { $0.follow(plan.folderPlaces.map(\.path)) != .exhausted } ?? false
        events = covers ? watch : nil
        method = covers ? .inotify : .looking
        var ledger = MemoLedger(plan)
        work.postpone { item in
            guard ledger.isWatched(item.key), Memo(path: item.path).isBeingWritten else { return false }
            ledger.forget(item.key)
            return true
        }
        self.ledger = ledger
    }

    /// Ends a wait; its task must be cancelled before.
    nonisolated func wake() { alarm.ring() }

    /// Watches until the task is cancelled.
    /// - Parameters:
    ///   - say: told what the user should know.
    ///   - take: told of each memo that has settled and that the index does not know as it is.
    /// - Returns: why it cannot go on.
    func run(say: (String) -> Void, take: (BatchWork.Item) -> Void) -> CaptureError? {
        do {
            while !Task.isCancelled {
                if schedule.isDue(at: now) { try lookAtAll(say) }
                for place in settling.due(at: now) { try judge(place, take) }
                try wait(until: min(schedule.next, settling.nextDue ?? schedule.next), say)
            }
            return nil
        } catch {
            return error as? CaptureError
        }
    }

    private var now: Duration { start.duration(to: .now) }

    private func wait(until due: Duration, _ say: (String) -> Void) throws(CaptureError) {
        // Rounded up: to wake too soon would be to wait in circles.
        let milliseconds = Int32(max(0, min(60_000, ((due - now).seconds * 1000).rounded(.up))))
        guard let events else { return alarm.wait(milliseconds: milliseconds) }
        let changes = try telling(events.wait(milliseconds: milliseconds, alarm: alarm))
        for name in changes.names { look(at: name, say) }
        if changes.isUnclear { schedule.lookSoon(at: now) }
    }

    // MARK: Looking

    /// Walks all folders, as the plan did.
    private func lookAtAll(_ say: (String) -> Void) throws {
        let began = now
        let plan = try Planner.look(at: folders, filter: filter, output: output)
        followed = plan.folderPlaces
        let coverage = events?.follow(followed.map(\.path))
        if coverage == .exhausted {
            events = nil
            say("the system has no more watches (fs.inotify.max_user_watches); looking every 2 s")
        }
        let failures = plan.failures
        for failure in failures where !complaints.contains(Array(failure.path.utf8)) { say("\(failure)") }
        complaints.formIntersection(plan.memos.map { Array(plan.path(of: $0).utf8) })
        complaints.formUnion(failures.map { Array($0.path.utf8) })
        for memo in plan.memos { note(plan.place(of: memo), memo.stamp, isClosed: false, say) }
        ledger.keep(plan)
        // A folder that has gone may come back, and nobody tells: the folder around it is not watched.
        let isTold = events != nil && !failures.contains { $0.code == .notFound }
        schedule.looked(from: began, to: now, isTold: isTold, hasMore: coverage == .more)
    }

    /// Looks at one name that something happened to.
    private func look(at change: FolderChanges.Name, _ say: (String) -> Void) {
        guard followed.indices.contains(change.folder), !MemoFilter.isHidden(change.name) else { return }
        let folder = followed[change.folder]
        let place = folder.place(of: change.name)
        let found: FolderEntry?
        do {
            found = try FolderListing.entry(change.name, in: folder.pathOfNames)
        } catch {
            // A walk tells what is wrong with it.
            return schedule.lookSoon(at: now)
        }
        guard let entry = found else {
            settling.forget(place)
            return ledger.forget(place)
        }
        // Whether a link leads to something new, only a walk can tell.
        guard !entry.isLink, entry.kind == .file else { return schedule.lookSoon(at: now) }
        guard filter.reasonToSkip(entry, key: place.key, path: place.path) == nil else { return }
        note(place, entry.stamp, isClosed: change.isClosed, say)
    }

    private func note(_ place: MemoPlace, _ stamp: FileStamp, isClosed: Bool, _ say: (String) -> Void) {
        switch ledger.verdict(on: place, stamp) {
        case .taken: settling.forget(place)
        case .open where isClosed: settling.closed(place, stamp, at: now)
        case .open: settling.note(place, stamp, at: now)
        case .collides(let other):
            guard complaints.insert(Array(place.path.utf8)).inserted else { return }
            say("\(place.path): left aside, as \(other) has the same name among the results")
        }
    }

    /// Takes a memo that has settled.
    private func judge(_ place: MemoPlace, _ take: (BatchWork.Item) -> Void) throws(CaptureError) {
        guard let stamp = FileStamp(of: place.path) else {
            settling.forget(place)
            return ledger.forget(place)
        }
        let hasWriter = Memo(path: place.path).hasWriter
        guard settling.judge(place, stamp, hasWriter: hasWriter, at: now), ledger.verdict(on: place, stamp) == .open
        else { return }
        ledger.take(place, stamp)
        let memo = PlannedMemo(key: place.key, root: 0, stamp: stamp)
        if let item = try BatchWork.arrival(memo, path: place.path, chooser: chooser) { take(item) }
    }
}

extension Memo {
    /// Whether anybody writes it now, as far as can be told.
    fileprivate var isBeingWritten: Bool {
        hasWriter ?? FileStamp(of: path)?.isFresh(at: FileStamp.now()) ?? false
    }
}
