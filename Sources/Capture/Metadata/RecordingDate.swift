// RecordingDate: when something was recorded, no more precisely than is known.

/// A day, a day with a time on some clock, or an instant in UTC. Always one that the calendar has.
public struct RecordingDate: Sendable, Equatable {
    /// Outside of these years a date is damage, not a date.
    public static let years = 1970...2200

    private let day: CalendarDay
    /// `nil` where only the day is known.
    private let time: ClockTime?
    /// Whether the zone is known; day and time are then those of UTC.
    private let isUTC: Bool

    /// A day, of which the time may be known, of which the zone may be known.
    /// - Parameter offset: minutes that the clock was ahead of UTC; `nil` where nobody says.
    init?(_ day: CalendarDay, _ time: ClockTime? = nil, offset: Int? = nil) {
        if let time, let offset {
            self.init(secondsSince1970: (day.daysSince1970 * 1440 - offset) * 60 + time.secondsOfDay)
        } else {
            self.init(day: day, time: time, isUTC: false)
        }
    }

    private init(day: CalendarDay, time: ClockTime?, isUTC: Bool) {
        (self.day, self.time, self.isUTC) = (day, time, isUTC)
    }

    /// An instant, in whole seconds.
    public init?(secondsSince1970 seconds: Int) {
        guard seconds >= 0, let day = CalendarDay(daysSince1970: seconds / 86_400) else { return nil }
        self.init(day: day, time: ClockTime(secondsOfDay: seconds % 86_400), isUTC: true)
    }

    /// A date as `text` writes it.
    public init?(iso8601 text: String) {
        self.init(tag: Array(text.utf8))
        guard self.text == text else { return nil }
    }

    /// ISO 8601: `2024-05-01T10:20:30Z`, `2024-05-01T10:20:30` where the zone is not known, or `2024-05-01`.
    public var text: String {
        let date = "\(day.year)-\(Numbers.padded(day.month))-\(Numbers.padded(day.day))"
        guard let time else { return date }
        let clock = [time.hour, time.minute, time.second].map { Numbers.padded($0) }.joined(separator: ":")
        return "\(date)T\(clock)\(isUTC ? "Z" : "")"
    }

    /// Whether it lies on the first day of 1970, where clocks begin that nobody has set.
    var isOfUnsetClock: Bool { day.daysSince1970 == 0 }
}

/// A day of the calendar, in the years of `RecordingDate`.
struct CalendarDay: Equatable {
    let year: Int
    let month: Int
    let day: Int

    init?(year: Int, month: Int, day: Int) {
        guard RecordingDate.years.contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    init?(daysSince1970 days: Int) {
        var (year, month, rest) = (1970, 1, days)
        while rest >= Self.length(of: year) {
            rest -= Self.length(of: year)
            year += 1
            guard RecordingDate.years.contains(year) else { return nil }
        }
        while rest >= Self.length(ofMonth: month, in: year) {
            rest -= Self.length(ofMonth: month, in: year)
            month += 1
        }
        self.init(year: year, month: month, day: rest + 1)
    }

    var daysSince1970: Int {
        (1970..<year).reduce(0) { $0 + Self.length(of: $1) }
            + (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) } + day - 1
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A time of day, in whole seconds.
struct ClockTime: Equatable {
    let hour: Int
    let minute: Int
    let second: Int

    init?(hour: Int, minute: Int, second: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    init?(secondsOfDay seconds: Int) {
        self.init(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
    }

    var secondsOfDay: Int { (hour * 60 + minute) * 60 + second }
}
