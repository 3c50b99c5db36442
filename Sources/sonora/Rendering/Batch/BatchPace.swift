// BatchPace: how far a run is, and how long it will still take.

import Capture
import Library

/// Counts sound, not memos: a long memo is more work than ten short ones.
struct BatchPace: Sendable {
    private enum Length {
        /// Nobody has looked, or only decoding tells.
        case bytes(Int64)
        case seconds(Double)
        case ended
    }

    private var lengths: [Length]
    private var secondsLeft = 0.0
    private var bytesLeft: Int64
    /// Of memos whose length was not known before: what a byte is worth.
    private var learnt = (bytes: 16_000.0, seconds: 1.0)
    /// Sound of the memos that have ended.
    private(set) var secondsDone = 0.0

    init(bytes: [Int64]) {
        lengths = bytes.map { .bytes($0) }
        bytesLeft = bytes.reduce(0, +)
    }

    /// A memo that came while the run goes.
    mutating func add(bytes: Int64) {
        lengths.append(.bytes(bytes))
        bytesLeft += bytes
    }

    /// What a header says about a memo that waits.
    mutating func note(_ order: Int, seconds: Double) {
        guard order < lengths.count, case .bytes(let bytes) = lengths[order] else { return }
        bytesLeft -= bytes
        secondsLeft += seconds
        lengths[order] = .seconds(seconds)
    }

    /// - Parameter analysed: its sound, where it was analysed.
    mutating func end(_ order: Int, analysed: Double?) {
        guard order < lengths.count else {
            secondsDone += analysed ?? 0
            return
        }
        switch lengths[order] {
        case .bytes(let bytes):
            bytesLeft -= bytes
            if let analysed {
                learnt.bytes += Double(bytes)
                learnt.seconds += analysed
            }
        case .seconds(let seconds): secondsLeft -= seconds
        case .ended: return
        }
        lengths[order] = .ended
        secondsDone += analysed ?? 0
    }

    /// Sound that is still to come, as far as can be told.
    var soundLeft: Double { max(0, secondsLeft) + max(0, Double(bytesLeft)) * learnt.seconds / learnt.bytes }

    /// - Parameters:
    ///   - underWay: sound of the memos that are worked on, so far.
    ///   - elapsed: seconds since the run began.
    func speed(underWay: Double, elapsed: Double) -> Double? {
        let sound = secondsDone + underWay
        return elapsed > 0.2 && sound > 0 ? sound / elapsed : nil
    }
}
