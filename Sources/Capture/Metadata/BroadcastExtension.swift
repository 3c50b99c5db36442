// BroadcastExtension: the date in the `bext` chunk of a WAV file. Layout: EBU Tech 3285.

extension SourceTags {
    /// Where its fields begin: Description takes 256 bytes, Originator and OriginatorReference 32 each.
    private static let bextDate = 320..<330
    private static let bextTime = 330..<338

    /// Reads the body of a `bext` chunk. A day without a time that can be read is a day; the zone is never told.
    ///
    /// Only the date: the description is where field recorders keep settings line by line, and the originator is as a
    /// rule the machine, so that neither is a title or an artist.
    public init(bext body: [UInt8]) {
        guard body.count >= Self.bextDate.upperBound else {
            self.init()
            return
        }
        var days = DateScanner(Array(body[Self.bextDate]))
        let time = body.count < Self.bextTime.upperBound ? nil : DateScanner.time(in: body[Self.bextTime])
        let date = days.day().flatMap { RecordingDate($0, time) }
        self.init(date: date?.isOfUnsetClock == true ? nil : date, source: .bext)
    }
}

extension DateScanner {
    /// The time that is all there is in `bytes`.
    fileprivate static func time(in bytes: ArraySlice<UInt8>) -> ClockTime? {
        var scanner = DateScanner(Array(bytes))
        let time = scanner.time(needsSeconds: true)
        return scanner.isAtEnd ? time : nil
    }
}
