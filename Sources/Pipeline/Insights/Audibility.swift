// Audibility: whether somebody who plays a memo can hear a tone in it.

/// What a tone's level in the file becomes at the ear is for the listener to choose, within limits: the sound that the memo is about
/// is played as loud as a conversation, and no player is louder than the law allows.
enum Audibility {
    /// Thresholds of hearing: Hz, and dB SPL below which a tone is not heard (ISO 226:2003, table 1).
    private static let thresholds = [
        (20.0, 78.5), (25, 68.7), (31.5, 59.5), (40, 51.1), (50, 44.0), (63, 37.5), (80, 31.5), (100, 26.5),
        (125, 22.1),
        (160, 17.9), (200, 14.4), (250, 11.4), (315, 8.6), (400, 6.2), (500, 4.4), (630, 3.0), (800, 2.2), (1000, 2.4),
    ]
    /// dB SPL of a conversation at a metre (ANSI S3.5-1997 has 62 to 68 for normal to raised voices).
    private static let conversation = 65.0
    /// dB SPL that full scale reaches at most (EN 50332: 100 dB at the ear).
    private static let loudest = 100.0

    /// - Parameters:
    ///   - hertz: 20…1000.
    ///   - level: of the tone, in dBFS.
    ///   - sound: level of what the memo is about, in dBFS.
    static func isHeard(_ hertz: Double, level: Double, beside sound: Double) -> Bool {
        level + min(conversation - sound, loudest) >= threshold(hertz)
    }

    /// In dB SPL, between the frequencies of the table in a straight line.
    private static func threshold(_ hertz: Double) -> Double {
        guard let above = thresholds.firstIndex(where: { $0.0 >= hertz }), above > 0 else {
            return hertz <= thresholds[0].0 ? thresholds[0].1 : thresholds[thresholds.count - 1].1
        }
        let (low, high) = (thresholds[above - 1], thresholds[above])
        return low.1 + (high.1 - low.1) * (hertz - low.0) / (high.0 - low.0)
    }
}
