// LengthCheck: whether as much sound came out of a file as it declares, whoever decodes it.

extension Salvage {
    /// Less is rounding: priming of codecs, clocks of a thousandth of a second.
    private static let leastSeconds = 0.5
    private static let leastShare = 0.005

    /// Whether two lengths differ by more than rounding explains.
    static func isLarge(_ difference: Double, of seconds: Double) -> Bool {
        difference > max(leastSeconds, leastShare * seconds)
    }

    /// What has to be told of a length that was decoded without a complaint; `nil` where it is what was declared.
    /// - Parameter declared: seconds that the container declares, `nil` where it declares nothing.
    package static func ofLength(_ frames: Int64, declared: Double?, sampleRate: Int) -> Salvage? {
        guard let declared, declared > 0, declared < 1e9, frames > 0 else { return nil }
        let found = Double(frames) / Double(sampleRate)
        func text(_ length: Double) -> String {
            self.seconds(Int64(length * Double(sampleRate)), sampleRate: sampleRate)
        }
        if isLarge(declared - found, of: declared) {
            return Salvage(
                kind: "truncated",
                detail: "there is less sound than the file declares: \(text(found)) of \(text(declared)) were there",
                secondsRecovered: found)
        }
        guard isLarge(found - declared, of: declared) else { return nil }
        return Salvage(
            kind: "wrongLength",
            detail: "the file declares \(text(declared)) only; read to the end, \(text(found))", secondsRecovered: found
        )
    }
}
