// Percent: a share that is written in percent, to the last digit.

public enum Percent {
    /// The share (0…1) of digits as `99.9`, without the sign; `nil` for anything else.
    ///
    /// The point is moved in the text: 99.9 / 100 is a little more than 0.999, which would break where 999 of 1000 hold.
    public static func share(_ digits: some StringProtocol) -> Double? {
        guard digits.utf8.first.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) == true,
            digits.allSatisfy({ "0123456789.eE-".contains($0) })
        else { return nil }
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        guard parts.count <= 2, let exponent = parts.count == 2 ? Int16(parts[1]) : 0 else { return nil }
        return Double("\(parts[0])e\(Int(exponent) - 2)").flatMap { $0.isFinite ? $0 : nil }
    }
}
