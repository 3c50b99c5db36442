// SegmentTable: stretches of a memo: segments, or what else was heard as active.

import Analysis

/// What documents about segments are made of. Times are seconds from the start of the memo.
public struct SegmentTable: Sendable {
    /// What its rows are.
    public enum Kind: String, Sendable {
        /// For a transcriber: padded, joined, cut to a length.
        case segments
        /// As detected.
        case activity
        /// Joined over gaps up to 0.7 s, with 0.1 s at both ends.
        case turns
    }

    /// One stretch.
    public struct Row: Sendable {
        public var span: TimeSpan
        /// `nil` for activity and turns, which have no reasons and no levels.
        public var segment: Segment?

        public init(span: TimeSpan, segment: Segment? = nil) { (self.span, self.segment) = (span, segment) }
    }

    /// The memo's, as `FileName` makes paths.
    public var path: String
    /// Of the memo, in seconds.
    public var duration: Double
    /// What its rows are, also where there are none.
    public var kind: Kind
    /// In the order of their time.
    public var rows: [Row]

    /// - Parameter path: names the memo in formats that do.
    public init(_ kind: Kind, of measurements: Measurements, path: String) {
        self.path = path
        self.kind = kind
        duration = measurements.duration
        rows =
            switch kind {
            case .segments: measurements.segments.map { Row(span: $0.span, segment: $0) }
            case .activity: measurements.activity.map { Row(span: $0, segment: nil) }
            case .turns:
                measurements.activity.joinedIntoTurns(duration: measurements.duration)
                    .map { Row(span: $0, segment: nil) }
            }
    }
}
