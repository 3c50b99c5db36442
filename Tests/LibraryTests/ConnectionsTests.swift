// ConnectionsTests: what was put into made libraries is found, and what chance makes is not.

import Foundation
import Library
import TestSignals
import Testing

@Suite struct ConnectionsTests {
    /// A library of memos that have nothing to do with each other.
    private static func unrelated(_ count: Int, seed: UInt64, isEven: Bool = false) -> [MemoFeatures] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            var memo = MemoFeatures(name: "memo-\(1000 + number).wav")
            memo.pace = isEven ? 3 + 3 * random.share() : 4.5 + 0.7 * random.normal()
            memo.pausePercent = isEven ? 50 * random.share() : 100 * exp(-2 + 0.6 * random.normal())
            memo.level = isEven ? -40 + 30 * random.share() : -23 + 4 * random.normal()
            memo.noiseFloor = isEven ? -80 + 50 * random.share() : -60 + 9 * random.normal()
            // Nights are quiet in one kind of library and not in the other.
            let hour = isEven ? 24 * random.share() : 8 + 12 * random.share()
            memo.hour = hour
            memo.day = (2000 * random.share()).rounded() + hour / 24
            return memo
        }
    }

    private static func found(_ memos: [MemoFeatures], _ basis: Connection.Basis) -> [Connection] {
        ConnectionFinder.find(in: memos).connections.filter { $0.basis == basis }
    }

    private static func count(_ card: Connection, _ name: String) -> Int? {
        for figure in card.evidence where figure.name == name {
            if case .count(let count) = figure.value { return count }
        }
        return nil
    }

    private static func number(_ card: Connection, _ name: String) -> Double? {
        for figure in card.evidence where figure.name == name {
            if case .number(let number, _) = figure.value { return number }
        }
        return nil
    }

    @Test(arguments: [false, true])
    func `among fifty libraries of nothing hardly one has a connection`(isEven: Bool) {
        let reports = (0..<50).map { ConnectionFinder.find(in: Self.unrelated(200, seed: $0, isEven: isEven)) }
        #expect(reports.allSatisfy { $0.memos == 200 })
        #expect(reports.count { !$0.connections.isEmpty } <= 3)
        #expect(reports.count { $0.connections.contains { $0.importance != .minor } } <= 1)
    }

    @Test(arguments: [3, 5, 12, 30])
    func `nor have small libraries`(count: Int) {
        let reports = (0..<50).map { ConnectionFinder.find(in: Self.unrelated(count, seed: 100 + $0)) }
        #expect(reports.count { !$0.connections.isEmpty } <= 3)
    }

    @Test func `the probability of a known group is exact`() throws {
        // Six memos within six minutes; of the others, four lie in the quarter of a day on either side of their window.
        let others = (0..<20).map { 0.6 + 1.2 * Double($0) }.filter { abs($0 - 7.05) > 1 }
        let memos = (others + (0..<6).map { 7 + 0.02 * Double($0) }).enumerated().map { number, hour in
            var memo = MemoFeatures(name: "\(number)")
            memo.hour = hour
            return memo
        }
        #expect(memos.count == 24)
        let card = try #require(Self.found(memos, .group).first)
        #expect(Self.count(card, "memos") == 6 && Self.number(card, "toleranceHours") == 0.1875)
        // Of the nine others of window and stretch at least five lie in the window, which has its share of both widths.
        let share = 0.1875 / (0.1875 + 6)
        let ways = [126.0, 84, 36, 9, 1]
        let chance = (5...9).reduce(0) { sum, hits in
            sum + ways[hits - 5] * pow(share, Double(hits)) * pow(1 - share, Double(9 - hits))
        }
        // Corrected for the windows that 24 values open, five features and three widths.
        let expected = chance * 24 * 5 * 3
        #expect(abs(card.pValue / expected - 1) < 1e-9, "\(card.pValue) instead of \(expected)")
        #expect(abs((Self.number(card, "expectedMemos") ?? 0) - 4 * 0.1875 / 6) < 1e-9)
    }

    @Test func `a crowd of one spread is no group, however many memos show it`() {
        // Nearly as narrow as the tolerance, where a window holds half of all.
        var random = SeededGenerator(seed: 4)
        let memos = (0..<5000).map { number in
            var memo = MemoFeatures(name: "\(number)")
            memo.pace = 4.5 + 0.2 * random.normal()
            memo.level = -23 + 1.2 * random.normal()
            memo.pausePercent = 30 * random.share()
            return memo
        }
        #expect(ConnectionFinder.find(in: memos).connections.isEmpty)
    }

    @Test func `memos of one pace are a group, with the figures that say so`() throws {
        var memos = Self.unrelated(200, seed: 7)
        for index in stride(from: 0, to: 200, by: 6) { memos[index].pace = 6.2 + Double(index) / 4000 }
        let card = try #require(Self.found(memos, .group).first)
        #expect(card.id == "connection-pace-1")
        let planted = Set(stride(from: 0, to: 200, by: 6).map { memos[$0].name })
        #expect(planted.isSubset(of: card.memos))
        #expect(card.memos.count <= 40)
        #expect(card.importance == .breakthrough)
        #expect(Self.count(card, "memos") == card.memos.count)
        #expect(Self.count(card, "compared") == 200)
        #expect(try #require(Self.number(card, "fromSyllablesPerSecond")) >= 5.95)
        #expect(try #require(Self.number(card, "toSyllablesPerSecond")) <= 6.5)
        #expect(try #require(Self.number(card, "pValue")) < 1e-6)
        #expect(card.memos == card.memos.sorted())
        #expect(card.detail.contains("\(card.memos.count) of 200 memos have a pace between"))
    }

    @Test func `a group may lie around midnight`() throws {
        var memos = Self.unrelated(120, seed: 8, isEven: true)
        for index in 0..<25 {
            let hour = 23.75 + Double(index) / 50
            memos[index].hour = hour < 24 ? hour : hour - 24
        }
        let card = try #require(Self.found(memos, .group).first)
        #expect(card.id == "connection-timeOfDay-1")
        #expect(Set(memos[0..<25].map(\.name)).isSubset(of: card.memos))
        #expect(card.detail.contains("recorded between 23:"))
        #expect(try #require(Self.number(card, "toHour")) < 1)
    }

    @Test func `two groups of one feature are two cards`() {
        var memos = Self.unrelated(200, seed: 9, isEven: true)
        for index in 0..<25 { memos[index].noiseFloor = -75 + Double(index) / 30 }
        for index in 50..<75 { memos[index].noiseFloor = -45 + Double(index - 50) / 30 }
        let cards = Self.found(memos, .group)
        #expect(Set(cards.map(\.id)) == ["connection-noise-1", "connection-noise-2"])
        #expect(Set(cards.flatMap(\.memos)).isSuperset(of: memos[0..<25].map(\.name) + memos[50..<75].map(\.name)))
    }

    @Test func `what most memos have is no group`() {
        var memos = Self.unrelated(100, seed: 10)
        for index in 0..<70 { memos[index].level = -20 }
        #expect(Self.found(memos, .group).allSatisfy { !$0.id.contains("level") })
    }

    @Test func `copies of one recording prove nothing`() {
        var memos = Self.unrelated(60, seed: 11)
        for number in 0..<30 {
            var copy = memos[0]
            copy.name = "copy-\(number)"
            copy.contentHash = "sha256:same"
            memos.append(copy)
        }
        let report = ConnectionFinder.find(in: memos)
        #expect(report.memos == 61)
        #expect(report.connections.allSatisfy { $0.basis == .pair })
    }

    @Test func `a feature that rises with time is a trend, and one that falls is another`() throws {
        var memos = Self.unrelated(150, seed: 12)
        for index in memos.indices {
            memos[index].noiseFloor = (memos[index].noiseFloor ?? 0) + (memos[index].day ?? 0) / 60
            memos[index].pace = (memos[index].pace ?? 0) - (memos[index].day ?? 0) / 700
        }
        let trends = Self.found(memos, .trend)
        let noise = try #require(trends.first { $0.id == "connection-trend-noise-date" })
        let pace = try #require(trends.first { $0.id == "connection-trend-pace-date" })
        #expect(noise.title == "Noise floor rises with the date")
        #expect(pace.title == "Pace falls with the date")
        #expect(try #require(Self.number(noise, "rankCorrelation")) > 0.5)
        #expect(try #require(Self.number(pace, "rankCorrelation")) < -0.5)
        #expect(noise.memos.isEmpty)
        #expect(noise.importance == .breakthrough)
    }

    @Test func `two takes of one memo are a pair`() throws {
        var memos = Self.unrelated(150, seed: 13)
        memos[40].pace = (memos[7].pace ?? 0) + 0.002
        memos[40].pausePercent = (memos[7].pausePercent ?? 0) + 0.02
        memos[40].level = (memos[7].level ?? 0) - 0.01
        memos[40].noiseFloor = memos[7].noiseFloor
        let card = try #require(Self.found(memos, .pair).first)
        #expect(card.memos == [memos[7].name, memos[40].name])
        #expect(card.importance != .breakthrough)
        #expect(abs(try #require(Self.number(card, "paceDifferenceSyllablesPerSecond")) - 0.002) < 1e-9)
        #expect(try #require(Self.number(card, "timesNearerThanTenth")) > 10)
    }

    @Test func `features that go together do not make pairs`() {
        let libraries = (0..<20).map { seed in
            Self.unrelated(200, seed: 200 + seed).map { memo in
                var memo = memo
                memo.level = (memo.noiseFloor ?? 0) / 2
                memo.pausePercent = (memo.pace ?? 0) * 5
                return memo
            }
        }
        #expect(libraries.count { !Self.found($0, .pair).isEmpty } <= 1)
    }

    @Test func `the order of the memos does not matter`() {
        var memos = Self.unrelated(200, seed: 14)
        for index in 0..<30 { memos[index].hour = 7.5 + Double(index) / 100 }
        for index in memos.indices { memos[index].level = (memos[index].level ?? 0) + (memos[index].pace ?? 0) * 6 }
        let report = ConnectionFinder.find(in: memos)
        #expect(report.connections.count >= 2)
        var random = SeededGenerator(seed: 1)
        #expect(ConnectionFinder.find(in: memos.shuffled(using: &random)) == report)
        #expect(ConnectionFinder.find(in: memos.reversed()) == report)
    }

    @Test func `memos without values are not counted`() {
        let silent = (0..<10).map { MemoFeatures(name: "\($0)") }
        #expect(ConnectionFinder.find(in: silent) == ConnectionFinder.find(in: []))
        var odd = Self.unrelated(2, seed: 1)
        odd[0].pace = .nan
        let report = ConnectionFinder.find(in: odd + silent)
        #expect(report.memos == 2)
        #expect(report.connections.isEmpty)
    }

    @Test func `memos that are all the same are no connection and no crash`() {
        let memos = (0..<300).map { number in
            var memo = MemoFeatures(name: "\(number)")
            (memo.pace, memo.pausePercent, memo.level, memo.noiseFloor) = (4, 10, -20, -60)
            (memo.hour, memo.day) = (9, 100)
            return memo
        }
        #expect(ConnectionFinder.find(in: memos).connections.isEmpty)
    }

    @Test func `ten thousand memos are compared`() {
        let report = ConnectionFinder.find(in: Self.unrelated(10_000, seed: 15))
        #expect(report.memos == 10_000)
        #expect(report.connections.count <= 1)
    }
}

extension SeededGenerator {
    /// Evenly spread in 0..<1.
    fileprivate mutating func share() -> Double { (nextSample() + 1) / 2 }

    /// Box and Muller.
    fileprivate mutating func normal() -> Double {
        (-2 * log(1 - share())).squareRoot() * cos(2 * .pi * share())
    }
}
