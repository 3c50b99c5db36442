// Timestamp: points in time as ISO 8601 text.

import FoundationEssentials

enum Timestamp {
    /// `2026-11-21T08:30:00Z`, in UTC and whole seconds.
    static func text(_ secondsSince1970: Double) -> String {
        Date(timeIntervalSince1970: secondsSince1970.rounded(.down)).formatted(.iso8601)
    }
}
