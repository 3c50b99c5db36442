// Packed numbers: what goes in comes out, from anywhere, in the room that was promised.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Packed numbers") struct PackedNumberTests {
    private typealias Prediction = PackedNumbers.Prediction

    private static let lists: [(name: String, numbers: [Int])] = {
        var generator = SeededGenerator(seed: 7)
        return [
            ("nothing", []), ("one", [-5]), ("rest", [Int](repeating: 10_000, count: 100_000)),
            ("a curve", (0..<50_000).map { Int(10_000 * sin(Double($0) / 40)) }),
            ("noise", (0..<50_000).map { _ in Int.random(in: -32_768...32_767, using: &generator) }),
            (
                "jumps",
                (0..<5000).map { $0.isMultiple(of: 100) ? (1 << 28 - 1) * ($0.isMultiple(of: 200) ? 1 : -1) : 0 }
            ),
            ("the worst", (0..<5000).map { $0.isMultiple(of: 2) ? 1 << 28 - 1 : 1 - 1 << 28 }),
        ]
    }()

    private func packed(
        _ numbers: [Int], _ prediction: Prediction, keeping: PackedNumbers.Keeping = .all
    ) -> PackedNumbers {
        var list = PackedNumbers(prediction, keeping: keeping)
        for number in numbers { list.append(number) }
        return list
    }

    @Test("what goes in comes out", arguments: lists.indices)
    func roundTrip(index: Int) {
        let (name, numbers) = Self.lists[index]
        for prediction in [Prediction.same, .straight] {
            let list = packed(numbers, prediction)
            #expect(Array(list) == numbers, "\(name)")
            #expect(list.count == numbers.count)
        }
    }

    @Test("reading may begin anywhere, and while the list still grows")
    func fromAnywhere() {
        let numbers = Self.lists[4].numbers
        var list = PackedNumbers(.same)
        for (index, number) in numbers.enumerated() {
            list.append(number)
            if index.isMultiple(of: 997) {
                #expect(Array(list.from(index - index % 1000)) == Array(numbers[(index - index % 1000)...index]))
            }
        }
        for position in [0, 1, 1500, 2000, 49_999, 50_000, 60_000] {
            #expect(Array(list.from(position)) == Array(numbers.dropFirst(position)))
        }
    }

    @Test("a copy goes on alone")
    func copies() {
        var list = packed([1, 2, 3], .straight)
        let copy = list
        list.append(4)
        #expect(Array(copy) == [1, 2, 3] && Array(list) == [1, 2, 3, 4])
    }

    @Test(
        "of the ends, the first and the last numbers are there, in a fixed amount of memory", arguments: lists.indices)
    func ends(index: Int) {
        let (name, numbers) = Self.lists[index]
        let list = packed(numbers, .straight, keeping: .ends)
        #expect(list.count == numbers.count)
        #expect(list.byteCount <= 4 * 4096)
        #expect(Array(list.prefix(585)) == Array(numbers.prefix(585)), "\(name)")
        #expect(Array(list.from(numbers.count - 585)) == Array(numbers.suffix(585)), "\(name)")
    }

    @Test("rest costs a bit per number, noise hardly more than its own bits")
    func room() {
        #expect(packed(Self.lists[2].numbers, .straight).byteCount < 100_000 / 8 + 2 * 4096)
        #expect(packed(Self.lists[4].numbers, .same).byteCount < 50_000 * 18 / 8 + 2 * 4096)
    }

    @Test("an hour of talk has a bloom of less than 350 KB, an hour of silence one of 62 KB")
    func bloomOfAnHour() {
        let talk = SpeechLike(
            (0..<10).map { .init(start: Double($0) * 6 + 0.5, syllables: 20) }, seconds: 60, sampleRate: 8000)
        #expect(Double(bytesPerHour(talk.signal, minutes: 5)) < 350_000)
        #expect(Double(bytesPerHour(.silence(seconds: 60, sampleRate: 8000), minutes: 60)) < 62_000)
    }

    private func bytesPerHour(_ minute: Signal, minutes: Int) -> Int {
        var analyzer = makeAnalyzer(sampleRate: 8000, channels: 1)
        for _ in 0..<minutes { analyzer.push(minute.samples, frames: minute.samples.count) }
        return (analyzer.bloom.byteCount - 2 * 4096) * 60 / minutes
    }

    @Test("a bloom that is not kept stays as small, and its ends are those of the whole")
    func bloomOfEnds() {
        var parameters = AnalysisParameters()
        let noise = Signal.whiteNoise(level: -30, seconds: 60, sampleRate: 8000)
        let bursts = noise.followed(by: .silence(seconds: 60, sampleRate: 8000)).followed(by: noise)
        let whole = analyse(bursts, parameters: parameters).bloom
        parameters.keepsBloom = false
        let ends = analyse(bursts, parameters: parameters).bloom
        #expect(ends.byteCount <= 2 * 4 * 4096)
        #expect(ends.count == whole.count)
        #expect(ends.track(0..<585) == whole.track(0..<585))
        #expect(ends.track(ends.count - 585..<ends.count) == whole.track(ends.count - 585..<ends.count))
    }
}
