// TableFormat: what rows can be written as.

package enum TableFormat: String, CaseIterable, Sendable {
    /// Columns with tabs.
    case text
    case json, csv
}
