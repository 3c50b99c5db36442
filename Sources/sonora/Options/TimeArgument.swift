// TimeArgument: a duration as people write it: `80ms`, `2.5s`, `1min`.

import Capture
import Pipeline

struct TimeArgument {
    let seconds: Double

    /// Why something is no duration, with what would be one.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// For options that take whatever stands behind them: what begins with a dash is a mistake that can be named.
    init(parsing text: String) throws {
        if let duration = Duration(parsing: text, allowsZero: true) {
            seconds = duration.seconds
        } else if let number = Double(text), number >= 0, number.isFinite {
            let milliseconds = Numbers.fixed(number < 1 ? number * 1000 : 100 * number, 0)
            throw Failure(description: "a duration has a unit; write \(text)s or \(milliseconds)ms")
        } else if text.hasPrefix("-"), Duration(parsing: String(text.dropFirst()), allowsZero: true) != nil {
            throw Failure(description: "a duration cannot be negative; write \(text.dropFirst())")
        } else {
            throw Failure(description: "it is no duration; write 5s, 500ms, 1min or 80us")
        }
    }
}
