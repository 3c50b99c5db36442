// InPlanOrder: reports of memos that end in any order, told in the order of the plan.

import Pipeline
import Synchronization

/// Holds back what is said of a memo until all before it have ended. The queue bounds how many those are.
final class InPlanOrder: BatchObserver {
    private let observer: any BatchObserver
    private let desk = Desk()

    init(_ observer: any BatchObserver) { self.observer = observer }

    func arrived(_ memo: BatchMemo, bytes: Int64) { observer.arrived(memo, bytes: bytes) }

    func began(_ memo: BatchMemo, worker: Int) { observer.began(memo, worker: worker) }

    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int) {
        observer.advance(progress, of: memo, worker: worker)
    }

    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure) {
        observer.willRetry(memo, after: wait, failure: failure)
    }

    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws {
        let observer = observer
        try await desk.tell(memo.order, isLast: false) { try await observer.receive(event, of: memo, worker: worker) }
    }

    func ended(_ report: MemoReport) async throws {
        let observer = observer
        try await desk.tell(report.memo.order, isLast: true) { try await observer.ended(report) }
    }

    private actor Desk {
        typealias Telling = @Sendable () async throws -> Void

        /// The memo whose turn it is.
        private var turn = 0
        private var held: [Int: [Telling]] = [:]
        private var ended: Set<Int> = []
        private var isTelling = false

        func tell(_ order: Int, isLast: Bool, _ telling: @escaping Telling) async throws {
            held[order, default: []].append(telling)
            if isLast { ended.insert(order) }
            // Whoever tells goes on until nothing is left; the others may go on working.
            guard !isTelling else { return }
            isTelling = true
            defer { isTelling = false }
            while true {
                if var tellings = held[turn], !tellings.isEmpty {
                    let next = tellings.removeFirst()
                    held[turn] = tellings
                    try await next()
                } else if ended.remove(turn) != nil {
                    held[turn] = nil
                    turn += 1
                } else {
                    return
                }
            }
        }
    }
}
