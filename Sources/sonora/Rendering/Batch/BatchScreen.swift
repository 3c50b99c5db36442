// BatchScreen: a run on a terminal: a line for the whole, one for each worker, drawn in place.

import Capture
import Formats
import Library
import Pipeline
import Synchronization

/// Draws at most ten times a second, each time in one write, so that nothing flickers.
final class BatchScreen: BatchObserver {
    private static let between = Duration.milliseconds(100)
    /// More lines than this would leave no room for what is said.
    private static let mostWorkersShown = 8

    private let state: Mutex<State>
    private let tellsAll: Bool

    private struct State {
        var pace: BatchPace
        var count: BatchCount
        var failed = 0
        var workers: [Worker?]
        /// Later by all the time in which there was nothing to do.
        var startedAt = ContinuousClock.now
        var idleSince: ContinuousClock.Instant?
        var lastDrawn: ContinuousClock.Instant?
        /// Columns of each line on the screen.
        var drawn: [Int] = []
        var hasEnded = false
    }

    private struct Worker {
        var path: String
        var progress = Progress(seconds: 0, duration: nil)
    }

    /// - Parameter tellsAll: whether there is a line for each memo, as in a watch.
    init(_ work: BatchWork, jobs: Int, tellsAll: Bool) {
        self.tellsAll = tellsAll
        state = Mutex(
            State(
                pace: BatchPace(bytes: work.items.map(\.bytes)), count: BatchCount(total: work.items.count),
                workers: Array(repeating: nil, count: jobs)))
    }

    // MARK: What is heard

    func arrived(_ memo: BatchMemo, bytes: Int64) {
        state.withLock { state in
            if let idle = state.idleSince ?? (state.count.total == 0 ? state.startedAt : nil) {
                state.startedAt += idle.duration(to: .now)
                state.idleSince = nil
            }
            state.count.total += 1
            state.pace.add(bytes: bytes)
        }
    }

    func began(_ memo: BatchMemo, worker: Int) {
        state.withLock { state in
            state.workers[worker] = Worker(path: memo.path)
            Self.drawIfDue(&state)
        }
    }

    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws {}

    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int) {
        state.withLock { state in
            state.workers[worker]?.progress = progress
            Self.drawIfDue(&state)
        }
    }

    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure) {
        say("\(memo.path): \(failure.problem); trying again in \(Figures.duration(wait))", isFailure: false)
    }

    func ended(_ report: MemoReport) async throws {
        var complaint: String?
        var remark: String?
        state.withLock { state in
            let line = state.count.line(report)
            var analysed: Double?
            switch report.outcome {
            case .done: analysed = report.seconds
            case .failed, .vanished:
                state.failed += 1
                complaint = line
            case .known, .unchanged, .failedBefore: break
            }
            // Of a thousand memos only the odd ones are told; of those that somebody is waiting for, each.
            if tellsAll || report.salvage != nil { remark = complaint == nil ? line : nil }
            state.pace.end(report.memo.order, analysed: analysed)
            if let worker = state.workers.firstIndex(where: { $0?.path == report.memo.path }) {
                state.workers[worker] = nil
            }
            if state.count.ended == state.count.total { state.idleSince = .now }
            Self.drawIfDue(&state)
        }
        if let complaint { say(complaint, isFailure: true) }
        if let remark { say(remark, isFailure: false) }
    }

    /// What the header of a waiting memo says.
    func note(_ order: Int, seconds: Double) { state.withLock { $0.pace.note(order, seconds: seconds) } }

    // MARK: What is shown

    /// Draws, also when nothing was heard for a while: a long memo must not look frozen.
    func tick() { state.withLock { Self.drawIfDue(&$0) } }

    /// Takes the picture away.
    func end() {
        state.withLock { state in
            StandardError.draw(Self.erasing(&state))
            state.hasEnded = true
        }
    }

    /// Says something that is about no memo, above the picture.
    func note(_ text: String) { say(text, isFailure: false) }

    private func say(_ text: String, isFailure: Bool) {
        state.withLock { state in
            let line = StandardError.line(text, isFailure: isFailure)
            StandardError.draw(Self.erasing(&state) + line + (state.hasEnded ? "" : Self.drawing(&state)))
        }
    }

    private static func drawIfDue(_ state: inout State) {
        let now = ContinuousClock.now
        guard !state.hasEnded, state.lastDrawn.map({ $0.duration(to: now) >= between }) ?? true else { return }
        state.lastDrawn = now
        StandardError.draw(erasing(&state) + drawing(&state))
    }

    /// Back to the first line that was drawn. A window that was made narrower since has wrapped the longer ones.
    private static func erasing(_ state: inout State) -> String {
        guard !state.drawn.isEmpty else { return "" }
        let width = max(1, StandardError.terminal.width)
        let rows = state.drawn.reduce(0) { $0 + max(1, ($1 + width - 1) / width) }
        state.drawn = []
        // Line by line: some terminals keep what is cleared at once from the top of the window on.
        return "\r\u{1B}[2K" + String(repeating: "\u{1B}[1A\u{1B}[2K", count: rows - 1)
    }

    private static func drawing(_ state: inout State) -> String {
        let columns = max(20, StandardError.terminal.width - 1)
        var lines = [whole(state, columns)]
        for (number, worker) in state.workers.enumerated().prefix(mostWorkersShown) {
            if let worker { lines.append(line(worker, number: number, columns)) }
        }
        state.drawn = lines.map(\.count)
        return lines.joined(separator: "\r\n")
    }

    private static func whole(_ state: State, _ columns: Int) -> String {
        let elapsed = state.startedAt.duration(to: state.idleSince ?? .now).seconds
        let underWay = state.workers.reduce(0) { $0 + ($1?.progress.seconds ?? 0) }
        let left = max(0, state.pace.soundLeft - underWay)
        let sound = state.pace.secondsDone + underWay
        let memos = "\(state.count.ended)/\(state.count.total) memos"
        var pace = ""
        if let speed = state.pace.speed(underWay: underWay, elapsed: elapsed) {
            pace = " · \(Numbers.fixed(speed, 0))×"
            if state.idleSince == nil { pace += " · \(Numbers.clock((left / speed).rounded(.up)).dropLast(2)) left" }
        }
        let failed = state.failed > 0 ? " · \(state.failed) failed" : ""
        let heard = sound > 0 ? " · \(Numbers.clock(sound.rounded(.down)).dropLast(2)) of sound" : ""
        let bar = "▕\(Picture.bar(sound + left > 0 ? sound / (sound + left) : 0, columns: 16))▏ "
        // What a narrow window has no room for is left out, the least needed first.
        let lines = [bar + memos + heard + pace + failed, bar + memos + pace + failed, memos + pace + failed]
        return lines.first { $0.count <= columns } ?? String(lines[2].prefix(columns))
    }

    private static func line(_ worker: Worker, number: Int, _ columns: Int) -> String {
        let bar = Picture.bar(worker.progress.fraction ?? 0, columns: 8)
        let head = "  ▕\(bar)▏ \(Aligned.right(Numbers.clock(worker.progress.seconds), 9))  "
        return head + TextCut.middle(worker.path.printable, max(4, columns - head.count))
    }
}
