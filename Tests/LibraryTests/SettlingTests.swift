// Settling: when a file counts as complete, told by hand what happens and how late it is.

import Capture
import Files
import Library
import Testing

@Suite final class SettlingTests {
    private var settling = Settling<String>()

    /// A stamp of a file that grew to so many bytes.
    private func stamp(_ bytes: Int64) -> FileStamp { FileStamp(bytes: bytes, modified: bytes, changed: bytes) }

    /// Whether the file "a" has settled.
    private func settles(_ stamp: FileStamp, hasWriter: Bool?, at now: Duration) -> Bool {
        settling.judge("a", stamp, hasWriter: hasWriter, at: now)
    }

    private func seconds(_ value: Double) -> Duration { .seconds(value) }

    @Test func aClosedFileThatNobodyHasOpenHasSettledAtOnce() {
        settling.closed("a", stamp(10), at: seconds(1))
        #expect(settling.due(at: seconds(1)) == ["a"])
        #expect(settles(stamp(10), hasWriter: false, at: seconds(1)))
        #expect(settling.nextDue == nil, "what has settled is forgotten")
    }

    @Test func aFileThatIsOpenIsNeverTaken() {
        settling.closed("a", stamp(10), at: .zero)
        for second in 0..<100 {
            let now = seconds(Double(second))
            #expect(!settles(stamp(10), hasWriter: true, at: now))
            #expect(settling.nextDue == now + Settling<String>.quiet)
        }
        // Nor at once when the writer has gone without a word; an earlier closing was another's.
        #expect(!settles(stamp(10), hasWriter: false, at: seconds(99.5)))
        #expect(settles(stamp(10), hasWriter: false, at: seconds(101)))
    }

    @Test(arguments: [false, nil] as [Bool?])
    func aFileThatNobodyClosedSettlesWhenItWasTheSameForAWhile(hasWriter: Bool?) {
        settling.note("a", stamp(10), at: .zero)
        #expect(settling.due(at: seconds(1.9)).isEmpty)
        #expect(settling.due(at: seconds(2)) == ["a"])
        #expect(!settles(stamp(20), hasWriter: hasWriter, at: seconds(2)), "it has grown")
        #expect(settling.nextDue == seconds(4))
        #expect(!settles(stamp(20), hasWriter: hasWriter, at: seconds(3.9)))
        #expect(settles(stamp(20), hasWriter: hasWriter, at: seconds(4)))
    }

    @Test func whereNobodyKnowsTheWritersAClosingIsNotEnough() {
        settling.closed("a", stamp(10), at: .zero)
        #expect(!settles(stamp(10), hasWriter: nil, at: .zero))
        #expect(settles(stamp(10), hasWriter: nil, at: seconds(2)))
    }

    @Test func aFileThatKeepsGrowingIsNeverTaken() {
        for step in 0..<100 {
            let now = seconds(Double(step))
            settling.note("a", stamp(Int64(step)), at: now)
            #expect(settling.due(at: now).isEmpty)
        }
    }

    @Test func beingSeenAgainUnchangedDoesNotPutItOff() {
        settling.note("a", stamp(10), at: .zero)
        settling.note("a", stamp(10), at: seconds(1.5))
        #expect(settling.due(at: seconds(2)) == ["a"])
    }

    @Test func anEmptyFileThatIsClosedIsWaitedFor() {
        settling.closed("a", stamp(0), at: .zero)
        #expect(settling.due(at: .zero).isEmpty)
        settling.closed("a", stamp(10), at: seconds(1))
        #expect(settles(stamp(10), hasWriter: false, at: seconds(1)))
    }

    @Test func aFileThatVanishedIsDropped() {
        settling.closed("a", stamp(10), at: .zero)
        settling.forget("a")
        #expect(settling.due(at: seconds(9)).isEmpty)
        #expect(!settles(stamp(10), hasWriter: false, at: seconds(9)))
    }

    @Test func aFileThatChangesAfterItWasTakenSettlesAgain() {
        settling.closed("a", stamp(10), at: .zero)
        #expect(settles(stamp(10), hasWriter: false, at: .zero))
        settling.note("a", stamp(20), at: seconds(5))
        settling.closed("a", stamp(30), at: seconds(6))
        #expect(settles(stamp(30), hasWriter: false, at: seconds(6)))
    }
}

@Suite struct LookScheduleTests {
    private var schedule = LookSchedule()

    @Test mutating func aLookIsFollowedByARest() {
        #expect(schedule.isDue(at: .zero))
        schedule.looked(from: .zero, to: .seconds(1), isTold: true, hasMore: false)
        #expect(schedule.next == .seconds(61))
        schedule.lookSoon(at: .seconds(2))
        #expect(schedule.next == .seconds(11), "ten times what the look took")
        schedule.looked(from: .seconds(11), to: .seconds(11), isTold: true, hasMore: true)
        #expect(schedule.next == .seconds(11) + .milliseconds(50), "folders that are new are walked once more")
    }

    @Test mutating func whereNothingIsToldItLooksEveryTwoSeconds() {
        schedule.looked(from: .seconds(1), to: .seconds(1), isTold: false, hasMore: false)
        #expect(schedule.next == .seconds(3))
    }
}
