// FileNameDate: the date in a file's name, in the forms that phones and apps use.

extension RecordingDate {
    /// Recorders that name files are not older, and eight digits are often something else.
    private static let yearsOfNames = 1990...2099

    /// The first date in the last part of a path: `AUDIO-2024-05-01-10-20-30.m4a`, `PTT-20240501-WA0001.opus`,
    /// `Voice 240501_102030.m4a`, `Recording 2024-05-01 at 3.20.30 PM.wav`, …. Digits that are part of a longer number
    /// are no date.
    public init?(fileName path: String) {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        var scanner = DateScanner(name)
        while scanner.moveToDigits() {
            if let (day, time, isUTC) = scanner.dateOfName(), Self.yearsOfNames.contains(day.year) {
                self.init(day, time, offset: isUTC ? 0 : nil)
                return
            }
            scanner.skipDigits()
        }
        return nil
    }
}

extension DateScanner {
    /// A date that begins here. A time that is none leaves the day.
    fileprivate mutating func dateOfName() -> (day: CalendarDay, time: ClockTime?, isUTC: Bool)? {
        if let (day, time) = dayAndTime() { return (day, time, skipZ()) }
        if let day = day() {
            guard let time = timeOfName() else { return (day, nil, false) }
            return (day, time, skipZ())
        }
        // Six digits alone may be anything.
        return attempt { scanner in
            guard let day = scanner.shortDay(), let time = scanner.timeOfName() else { return nil }
            return (day, time, scanner.skipZ())
        }
    }

    /// The time behind a day: what stands between them, and the time.
    private mutating func timeOfName() -> ClockTime? {
        attempt { scanner in
            let start = scanner.position
            scanner.skipPunctuation()
            // `2024-05-01-10-20` may as well be the twentieth part of the tenth memo; `T` and `at` leave no doubt.
            let isAnnounced = scanner.skipT() || Self.wordsForAt.contains { scanner.skip(word: $0) }
            scanner.skipPunctuation()
            guard scanner.position > start else { return nil }
            return scanner.time(needsSeconds: !isAnnounced)
        }
    }

    /// English, German, Dutch, Scandinavian, French and Portuguese systems' word before a time.
    private static let wordsForAt = ["at", "um", "om", "kl", "à", "a\u{300}", "às"]
    private static let mostPunctuation = 3

    private mutating func skipPunctuation() {
        for _ in 0..<Self.mostPunctuation {
            skipSpaces()
            if one(of: "-_.,") == nil { return }
        }
    }

    private mutating func skipZ() -> Bool { skip(word: "z") }
}
