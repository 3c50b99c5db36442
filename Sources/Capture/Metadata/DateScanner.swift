// DateScanner: days, times and zones in text, byte by byte.
// Not a regular expression: building one takes longer than a short memo.

/// Reads from the front. What cannot be read is `nil`, and the scanner stays where it was.
struct DateScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    // MARK: What dates are made of

    /// `2024-05-01`, with any of `- _ : . /` or a space twice, or `20240501`.
    mutating func day() -> CalendarDay? {
        attempt { scanner in
            guard let year = scanner.number(4), let separator = scanner.one(of: Self.daySeparators),
                let month = scanner.number(2), scanner.skip(separator), let day = scanner.number(2)
            else { return nil }
            return CalendarDay(year: year, month: month, day: day)
        }
            ?? attempt { scanner in
                scanner.number(8).flatMap { CalendarDay(year: $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100) }
            }
    }

    /// `240501`: a day of this century, of which the hundreds were saved.
    mutating func shortDay() -> CalendarDay? {
        attempt { scanner in
            scanner.number(6).flatMap {
                CalendarDay(year: 2000 + $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100)
            }
        }
    }

    /// `20240501102030`.
    mutating func dayAndTime() -> (CalendarDay, ClockTime)? {
        attempt { scanner in
            guard let number = scanner.number(14), let time = ClockTime(digits: number % 1_000_000) else { return nil }
            let date = number / 1_000_000
            return CalendarDay(year: date / 10_000, month: date / 100 % 100, day: date % 100).map { ($0, time) }
        }
    }

    /// `10:20:30`, with any of `: - _ .` or a space twice, or `102030`; each may be followed by AM or PM, and then the hour
    /// may have one digit.
    /// - Parameter needsSeconds: whether `10:20` and `1020` are too little to be taken for a time. With AM or PM they
    ///   are not.
    mutating func time(needsSeconds: Bool) -> ClockTime? {
        attempt { $0.separatedTime(needsSeconds: needsSeconds) }
            ?? attempt { scanner in scanner.number(6).flatMap(ClockTime.init(digits:)) }
            ?? attempt { scanner in
                needsSeconds ? nil : scanner.number(4).flatMap { ClockTime(digits: $0 * 100) }
            }
    }

    /// `Z`, `UTC`, `+02:00`, `-0330`, `+02`: minutes ahead of UTC.
    mutating func zone() -> Int? {
        attempt { scanner in
            if ["z", "utc", "gmt"].contains(where: { scanner.skip(word: $0) }) { return 0 }
            guard let sign = scanner.one(of: "+-") else { return nil }
            let clock: Int? =
                scanner.number(4)
                ?? scanner.attempt { scanner in
                    guard let hours = scanner.number(2), scanner.skip(UInt8(ascii: ":")) else { return nil }
                    return scanner.number(2).map { hours * 100 + $0 }
                }
                ?? scanner.number(2).map { $0 * 100 }
            guard let clock, clock <= 1400, clock % 100 < 60 else { return nil }
            let minutes = clock / 100 * 60 + clock % 100
            return sign == UInt8(ascii: "-") ? -minutes : minutes
        }
    }

    /// Passes over the digits behind a decimal sign.
    mutating func skipFraction() {
        _ = attempt { scanner -> Bool? in
            guard scanner.one(of: ".,") != nil, scanner.next?.isDigit == true else { return nil }
            while scanner.next?.isDigit == true { scanner.position += 1 }
            return true
        }
    }

    private static let daySeparators: StaticString = "-_:./ "

    private mutating func separatedTime(needsSeconds: Bool) -> ClockTime? {
        let short = number(1)
        guard let hour = short ?? number(2), let separator = one(of: ":-_. "), let minute = number(2) else {
            return nil
        }
        let second = attempt { $0.skip(separator) ? $0.number(2) : nil }
        if let isAfternoon = meridiem() {
            guard (1...12).contains(hour) else { return nil }
            return ClockTime(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute, second: second ?? 0)
        }
        if short != nil || (second == nil && needsSeconds) { return nil }
        return ClockTime(hour: hour, minute: minute, second: second ?? 0)
    }

    /// Whether `PM`, not `AM`, follows.
    private mutating func meridiem() -> Bool? {
        attempt { scanner in
            scanner.skipSpaces()
            if scanner.skip(word: "am") { return false }
            return scanner.skip(word: "pm") ? true : nil
        }
    }

    // MARK: What stands around them

    /// Does it all, or nothing.
    mutating func attempt<Result>(_ body: (inout DateScanner) -> Result?) -> Result? {
        let start = position
        if let result = body(&self) { return result }
        position = start
        return nil
    }

    /// Exactly `count` digits (at most 18): where there are more or fewer, they are another number.
    mutating func number(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        let end = position + count
        guard bytes[position..<end].allSatisfy(\.isDigit), end == bytes.count || !bytes[end].isDigit else {
            return nil
        }
        defer { position = end }
        return bytes[position..<end].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func one(of choice: StaticString) -> UInt8? {
        guard let byte = next, choice.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
        position += 1
        return byte
    }

    /// Passes over a word, in capitals or not, behind which no letter or digit follows.
    /// - Parameter word: in small letters.
    mutating func skip(word: String) -> Bool {
        let end = position + word.utf8.count
        guard end <= bytes.count, bytes[position..<end].lazy.map(\.lowercased).elementsEqual(word.utf8),
            end == bytes.count || !(bytes[end].isDigit || bytes[end].isLetter)
        else { return false }
        position = end
        return true
    }

    /// Passes over the letter T between a day and a time.
    mutating func skipT() -> Bool { skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) }

    /// Passes over spaces, those that do not break a line included: macOS writes one before AM and PM.
    mutating func skipSpaces() {
        while true {
            if skip(UInt8(ascii: " ")) || skip(bytes: [0xC2, 0xA0]) || skip(bytes: [0xE2, 0x80, 0xAF]) { continue }
            return
        }
    }

    private mutating func skip(bytes wanted: [UInt8]) -> Bool {
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    /// Moves to where the next run of digits begins; `false` where there is none.
    mutating func moveToDigits() -> Bool {
        while let byte = next, !byte.isDigit { position += 1 }
        return !isAtEnd
    }

    /// Moves behind the digits that stand here.
    mutating func skipDigits() {
        while next?.isDigit == true { position += 1 }
    }
}

extension ClockTime {
    /// - Parameter digits: 102030 for 10:20:30.
    fileprivate init?(digits: Int) {
        self.init(hour: digits / 10_000, minute: digits / 100 % 100, second: digits % 100)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(lowercased) }
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
