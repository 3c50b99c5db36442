// EventFormat: what events of memos, and what they add up to, can be written as.

package enum EventFormat: String, CaseIterable, Sendable {
    /// Columns with tabs.
    case text
    /// One document.
    case json
    /// An object for each event, as it happens.
    case ndjson
}
