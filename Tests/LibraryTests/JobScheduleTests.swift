// JobScheduleTests: what is handed out, in which order, and that no memo is lost, whatever workers say and when.

import Library
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct JobScheduleTests {
    private typealias Schedule = JobSchedule<ManualClock>
    private let start = ManualClock().now

    private func at(_ seconds: Double) -> ManualClock.Instant { start.advanced(by: .seconds(seconds)) }

    private func job(_ order: Int, key: String? = nil, bytes: Int64? = nil, isSuspect: Bool = false) -> Job<ManualClock>
    {
        Job(
            order: order, key: key ?? "\(order).wav", path: "/m/\(order).wav", bytes: bytes ?? Int64(order),
            reason: .new,
            hasNamesake: bytes != nil, isSuspect: isSuspect, queuedAt: start)
    }

    private func jobs(_ count: Int) -> [Job<ManualClock>] { (0..<count).map { job($0) } }

    /// The number of the memo that is handed out; `nil` where there is none to be had.
    private func taken(_ schedule: inout Schedule, at seconds: Double = 0) -> Job<ManualClock>? {
        guard case .work(let job) = schedule.take(at: at(seconds)) else { return nil }
        return job
    }

    private func claims(_ schedule: inout Schedule, _ job: Job<ManualClock>, _ hash: String?) -> Bool {
        schedule.claim(job, hash: hash)
    }

    private func isAtEnd(_ schedule: inout Schedule) -> Bool {
        if case .end = schedule.take(at: start) { return true }
        return false
    }

    @Test func `memos come in their order, and it ends when the last one has`() {
        var schedule = Schedule(jobs(3), window: nil, staysOpen: false)
        let all = (0..<3).compactMap { _ in taken(&schedule) }
        #expect(all.map(\.order) == [0, 1, 2])
        // The last may still come back.
        #expect(taken(&schedule) == nil && !isAtEnd(&schedule))
        for job in all { schedule.finish(job) }
        #expect(isAtEnd(&schedule))
    }

    @Test func `a retry comes when it is due, and says when that is`() throws {
        var schedule = Schedule(jobs(2), window: nil, staysOpen: false)
        let (first, second) = (try #require(taken(&schedule)), try #require(taken(&schedule)))
        schedule.retry(first, at: at(5))
        schedule.retry(second, at: at(3))
        guard case .wait(let due) = schedule.take(at: at(2)) else { throw Unexpected() }
        #expect(due == at(3))
        let earlier = try #require(taken(&schedule, at: 3))
        #expect(earlier.order == 1 && earlier.attempts == 1 && earlier.queuedAt == at(3))
        #expect(taken(&schedule, at: 4.9) == nil)
        #expect(taken(&schedule, at: 5)?.order == 0)
    }

    @Test func `the same sound is analysed once at a time`() throws {
        var schedule = Schedule(
            [job(0, bytes: 9), job(1, bytes: 9), job(2, bytes: 9), job(3)], window: nil, staysOpen: false)
        let all = (0..<4).compactMap { _ in taken(&schedule) }
        #expect(claims(&schedule, all[0], "a"))
        #expect(!claims(&schedule, all[1], "a"))
        // Other sounds.
        #expect(claims(&schedule, all[2], "b") && claims(&schedule, all[3], nil))
        #expect(taken(&schedule) == nil)
        schedule.finish(all[3])
        #expect(taken(&schedule)?.order == 1)
        #expect(!claims(&schedule, all[1], "a"))
        schedule.finish(all[0])
        #expect(taken(&schedule)?.order == 1 && claims(&schedule, all[1], "a"))
    }

    @Test func `one name is worked on once at a time`() throws {
        var schedule = Schedule(
            [job(0, key: "a", bytes: 1), job(1, key: "a", bytes: 2)], window: nil, staysOpen: false)
        let (first, second) = (try #require(taken(&schedule)), try #require(taken(&schedule)))
        #expect(claims(&schedule, first, "x") && !claims(&schedule, second, "y"))
    }

    @Test func `what may crash is worked on alone`() throws {
        var schedule = Schedule([job(0), job(1, isSuspect: true), job(2)], window: nil, staysOpen: false)
        let first = try #require(taken(&schedule))
        #expect(taken(&schedule) == nil)
        schedule.finish(first)
        let suspect = try #require(taken(&schedule))
        #expect(suspect.order == 1 && taken(&schedule) == nil)
        schedule.finish(suspect)
        #expect(taken(&schedule)?.order == 2)
    }

    @Test func `what is due while another memo is worked on alone waits for that one, and for no time`() throws {
        var schedule = Schedule([job(0), job(1, isSuspect: true)], window: nil, staysOpen: false)
        schedule.retry(try #require(taken(&schedule)), at: at(1))
        let suspect = try #require(taken(&schedule))
        guard case .wait(until: nil) = schedule.take(at: at(2)) else { throw Unexpected() }
        schedule.finish(suspect)
        #expect(taken(&schedule, at: 2)?.order == 0)
    }

    @Test func `in the order of the plan nobody runs far ahead`() throws {
        var schedule = Schedule(jobs(5), window: 2, staysOpen: false)
        let first = try #require(taken(&schedule))
        let second = try #require(taken(&schedule))
        schedule.finish(second)
        #expect(taken(&schedule) == nil)
        schedule.finish(first)
        #expect(taken(&schedule)?.order == 2)
    }

    @Test func `a queue that stays open waits, and one that is stopped ends`() {
        var schedule = Schedule([], window: nil, staysOpen: true)
        #expect(!isAtEnd(&schedule))
        schedule.add(job(0))
        #expect(schedule.count == 1 && taken(&schedule)?.order == 0)
        var stopped = schedule
        stopped.stop()
        #expect(isAtEnd(&stopped))
        schedule.close()
        schedule.finish(job(0))
        #expect(isAtEnd(&schedule))
    }

    @Test(arguments: 1...40) func `whatever workers say, each memo ends once`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...60, using: &random)
        let all = (0..<count).map {
            job(
                $0, bytes: Int64.random(in: 0...8, using: &random),
                isSuspect: Int.random(in: 0...9, using: &random) == 0)
        }
        var schedule = Schedule(all, window: seed.isMultiple(of: 2) ? 5 : nil, staysOpen: false)
        var (inWork, ended): ([Job<ManualClock>], [Int]) = ([], [])
        var claimed: Set<Int> = []
        var now = 0.0
        for _ in 0..<100_000 {
            let turn = schedule.take(at: at(now))
            if case .end = turn { break }
            if case .work(let job) = turn {
                #expect(!inWork.contains { $0.order == job.order } && !ended.contains(job.order))
                inWork.append(job)
            }
            guard Bool.random(using: &random), let index = inWork.indices.randomElement(using: &random) else {
                now += 0.1
                continue
            }
            let job = inWork.remove(at: index)
            let isClaimed = claimed.remove(job.order) != nil
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where job.attempts < 3: schedule.retry(job, at: at(now + Double.random(in: 0...2, using: &random)))
            case 1 where !isClaimed:
                // What is refused comes again when another one has ended.
                guard schedule.claim(job, hash: "\(job.bytes)") else { continue }
                claimed.insert(job.order)
                inWork.append(job)
            default:
                schedule.finish(job)
                ended.append(job.order)
            }
        }
        #expect(inWork.isEmpty && ended.sorted() == Array(0..<count))
    }

    private struct Unexpected: Error {}
}
