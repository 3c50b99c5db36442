// JSONItem: one small object of a document, its values by their names.

import Analysis
import Capture

/// What was in an object, and what is asked of it: each question that it can't answer names the value and the line.
struct JSONItem {
    let texts: [String: String]
    let numbers: [String: Double]
    let flags: [String: Bool]
    private let lists: [String: [Double]]
    private let amplitudes: [String: [Float]]
    /// A fault at the place where it ended, which has no problem yet.
    private let place: CaptureError

    /// Reads an object.
    /// - Parameter take: takes a value that is no text, number, word or list of numbers; `false` leaves it to this.
    init(
        _ json: inout JSONPull,
        _ take: (String, inout JSONPull) throws(CaptureError) -> Bool = { (_, _) throws(CaptureError) in false }
    ) throws(CaptureError) {
        var item = (texts: [String: String](), numbers: [String: Double](), flags: [String: Bool]())
        var lists: [String: [Double]] = [:]
        var amplitudes: [String: [Float]] = [:]
        try json.object { (json, key) throws(CaptureError) in
            if try take(key, &json) { return }
            switch try json.next() {
            case .string: item.texts[key] = try json.string(key)
            case .number: item.numbers[key] = try json.number(key)
            case .word: item.flags[key] = try json.flag(key)
            case .array where Self.namesOfAmplitudes.contains(key): amplitudes[key] = try json.amplitudes(key)
            case .array where Self.namesOfLists.contains(key): lists[key] = try json.numbers(key)
            default: try json.skip()
            }
        }
        (texts, numbers, flags) = item
        (self.lists, self.amplitudes) = (lists, amplitudes)
        place = json.fault("")
    }

    /// Lists of numbers between −1 and 1 and a little more, which are held in half the room.
    private static let namesOfAmplitudes: Set<String> = ["min", "max", "level", "scale"]
    private static let namesOfLists: Set<String> = ["rings", "skeleton"]

    func fault(_ problem: String) -> CaptureError {
        CaptureError(place.code, path: place.path, problem: place.problem + problem, advice: place.advice)
    }

    func word(_ name: String) throws(CaptureError) -> String {
        guard let text = texts[name] else { throw fault("“\(name)” is missing, or no text") }
        return text
    }

    func need(_ name: String) throws(CaptureError) -> Double {
        guard let number = numbers[name] else { throw fault("“\(name)” is missing, or no number") }
        return number
    }

    /// A whole number.
    func count(_ name: String, from least: Int = 0) throws(CaptureError) -> Int {
        guard let count = Int(exactly: try need(name)), count >= least else {
            throw fault("“\(name)” is no whole number from \(least) on")
        }
        return count
    }

    /// Seconds from the start of a memo.
    func time(_ name: String) throws(CaptureError) -> Double {
        let time = try need(name)
        guard (0..<Self.longest).contains(time) else { throw fault("“\(name)” is no time: \(time)") }
        return time
    }

    /// What JSON of Sonora can hold.
    private static let longest = 9e9

    func span() throws(CaptureError) -> TimeSpan {
        let span = TimeSpan(start: try time("start"), end: try time("end"))
        guard span.start <= span.end else { throw fault("it ends before it starts") }
        return span
    }

    func duration(_ name: String) throws(CaptureError) -> Duration {
        .nanoseconds(Int64((try time(name) * 1e9).rounded()))
    }

    func maybeDuration(_ name: String) throws(CaptureError) -> Duration? {
        numbers[name] == nil ? nil : try duration(name)
    }

    func oneOf<Word: RawRepresentable>(_ name: String) throws(CaptureError) -> Word where Word.RawValue == String {
        let text = try word(name)
        guard let word = Word(rawValue: text) else {
            throw fault("“\(name)” is “\(text)”, which is none of its values")
        }
        return word
    }

    func list(_ name: String) throws(CaptureError) -> [Double] {
        guard let list = lists[name] else { throw fault("“\(name)” is missing, or no list") }
        return list
    }

    func amplitudes(_ name: String) throws(CaptureError) -> [Float] {
        guard let list = amplitudes[name] else { throw fault("“\(name)” is missing, or no list") }
        return list
    }
}

extension JSONPull {
    /// An array of small objects.
    mutating func list<Value>(
        _ value: (JSONItem) throws(CaptureError) -> Value
    ) throws(CaptureError) -> [Value] {
        var values: [Value] = []
        try array { (json) throws(CaptureError) in values.append(try value(JSONItem(&json))) }
        return values
    }

    /// An array of numbers.
    mutating func numbers(_ name: String) throws(CaptureError) -> [Double] {
        var numbers: [Double] = []
        try array { (json) throws(CaptureError) in
            guard let number = try json.number(name) else { throw json.fault("“\(name)” holds what is no number") }
            numbers.append(number)
        }
        return numbers
    }

    /// An array of numbers that are small and have few decimals.
    mutating func amplitudes(_ name: String) throws(CaptureError) -> [Float] {
        var numbers: [Float] = []
        try array { (json) throws(CaptureError) in
            guard let number = try json.number(name), abs(number) <= 1e6 else {
                throw json.fault("“\(name)” holds what is no amplitude")
            }
            numbers.append(Float(number))
        }
        return numbers
    }

    /// A whole number.
    mutating func whole(_ name: String) throws(CaptureError) -> Int {
        guard let number = try number(name).flatMap({ Int(exactly: $0) }) else {
            throw fault("“\(name)” is no whole number")
        }
        return number
    }

    /// `true` or `false`; `nil` for `null`.
    mutating func flag(_ name: String) throws(CaptureError) -> Bool? {
        switch try word() {
        case "true": true
        case "false": false
        default: nil
        }
    }
}
