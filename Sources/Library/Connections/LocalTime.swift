// LocalTime: dates as memos have them, on the clock of this machine (its zone is `TZ`).

import Capture
import Glibc

/// A day, or a day with a time, in words of ISO 8601.
public struct LocalTime: Sendable, Equatable {
    /// `2024-05-01T10:20:30` or `2024-05-01`, on the clock of this machine.
    public let text: String
    /// The same as an instant, `2024-05-01T08:20:30Z`; a day is its midnight.
    public let utcText: String

    /// - Parameter text: a day, or a day and a time, with `Z` for UTC; seconds may be missing.
    public init?(_ text: String) {
        let isUTC = text.hasSuffix("Z")
        let clock = isUTC ? String(text.dropLast()) : text
        guard
            let date = [clock, clock + ":00"].lazy.compactMap({ RecordingDate(iso8601: $0) }).first,
            !clock.hasSuffix("Z"), !(isUTC && date.text.count <= Self.dayLength)
        else { return nil }
        tzset()
        if isUTC {
            utcText = date.text + "Z"
            self.text = Self.local(instant: Self.seconds(date.text, isUTC: true))
        } else {
            self.text = date.text
            var instant = Self.seconds(date.text, isUTC: false)
            var parts = tm()
            gmtime_r(&instant, &parts)
            utcText = Self.text(parts) + "Z"
        }
    }

    /// Hours since midnight, 0..<24; `nil` for a day without a time.
    public var hour: Double? {
        let digits = text.split { !$0.isNumber }.compactMap { Double($0) }
        guard digits.count == 6 else { return nil }
        return digits[3] + digits[4] / 60 + digits[5] / 3600
    }

    /// Days since 1970 on the local calendar; where the time is not known, it is noon.
    public var day: Double {
        // Counted as if the clock were that of UTC: a local day has no seconds that are jumped over.
        let midnight = Self.seconds(String(text.prefix(Self.dayLength)), isUTC: true)
        return Double(midnight) / 86_400 + (hour ?? 12) / 24
    }

    private static let dayLength = 10

    private static func local(instant: time_t) -> String {
        var instant = instant
        var parts = tm()
        localtime_r(&instant, &parts)
        return text(parts)
    }

    /// Seconds since 1970 of a date that the calendar has.
    private static func seconds(_ text: String, isUTC: Bool) -> time_t {
        let digits = text.split { !$0.isNumber }.compactMap { Int32($0) }
        var parts = tm()
        guard digits.count >= 3 else { return 0 }
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (digits[0] - 1900, digits[1] - 1, digits[2])
        if digits.count == 6 { (parts.tm_hour, parts.tm_min, parts.tm_sec) = (digits[3], digits[4], digits[5]) }
        // The zone knows whether it was summer.
        parts.tm_isdst = -1
        return isUTC ? timegm(&parts) : mktime(&parts)
    }

    private static func text(_ parts: tm) -> String {
        func two(_ number: Int32) -> String { Numbers.padded(Int(number)) }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }
}

extension MemoFeatures {
    /// Sets when it was recorded.
    /// - Parameter source: who says so. Copying changes what the file system says, so that counts for nothing.
    mutating func setTime(_ text: String?, source: String?) {
        guard let source, source != DateSource.mtime.rawValue, let time = text.flatMap(LocalTime.init) else { return }
        hour = time.hour
        day = time.day
    }
}
