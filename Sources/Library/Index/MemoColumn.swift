// MemoColumn: what a list of memos can show and be sorted by. The names are a contract; the SQL never comes from outside.

import Capture
import GRDB

public enum MemoColumn: String, Sendable, CaseIterable {
    case name, recorded, duration, status, segments, pace, pauses, longestPause, longestPauseStart, level, noise, peak,
        rms
    case words, format, size, hash, salvage, total, realtimeFactor, code, error, advice, analysed

    /// How values are written.
    public enum Kind: Sendable, Equatable {
        case text
        case count
        case number(decimals: Int)
    }

    public var kind: Kind {
        switch self {
        case .name, .recorded, .status, .format, .hash, .salvage, .code, .error, .advice, .analysed: .text
        case .segments, .words, .size: .count
        case .pauses: .number(decimals: 1)
        case .pace, .level, .noise, .peak, .rms: .number(decimals: 2)
        case .duration, .longestPause, .longestPauseStart, .total, .realtimeFactor: .number(decimals: 6)
        }
    }

    var sql: String {
        switch self {
        case .name: "memo.name"
        case .recorded: Self.whenDone("memo.recordedAt")
        case .duration: Self.whenDone("memo.duration")
        case .status: "result.status"
        case .segments: Self.whenDone("(SELECT count(*) FROM segment WHERE segment.memo = memo.id)")
        case .pace: Self.whenDone("result.articulationRate")
        case .pauses: Self.whenDone("result.pauseShare * 100")
        case .longestPause: Self.whenDone("result.longestPause")
        case .longestPauseStart: Self.whenDone("result.longestPauseStart")
        case .level: Self.whenDone("result.activeLevel")
        case .noise: Self.whenDone("result.noiseFloor")
        case .peak: Self.whenDone("result.peak")
        case .rms: Self.whenDone("result.rms")
        case .words: Self.whenDone("result.estimatedWords")
        case .format: Self.whenDone("memo.container || ' ' || memo.encoding")
        case .size: "memo.bytes"
        case .hash: "memo.contentHash"
        case .salvage: Self.whenDone("memo.salvageDetail")
        case .total: Self.whenDone("result.total")
        case .realtimeFactor: Self.whenDone("result.realtimeFactor")
        case .code: "result.errorCode"
        case .error: "result.errorMessage"
        case .advice: "result.errorAdvice"
        case .analysed: "result.finishedAt"
        }
    }

    /// A memo that failed may still have the figures of an earlier time, which are not those of its file any more.
    private static func whenDone(_ expression: String) -> String {
        "CASE WHEN result.status = 'done' THEN \(expression) END"
    }
}

/// One value of a list.
public enum MemoCell: Sendable, Equatable {
    case missing
    case text(String)
    case count(Int)
    case number(Double, decimals: Int)
}

extension MemoCell {
    init(_ row: Row, at index: Int, of column: MemoColumn) throws(IndexFault) {
        let name = column.rawValue
        switch column.kind {
        case .text where column == .analysed:
            let seconds: Double? = try row.find(at: index, name)
            self =
                seconds.flatMap { Int(exactly: $0.rounded(.down)) }
                .flatMap(RecordingDate.init(secondsSince1970:)).map { .text($0.text) } ?? .missing
        case .text: self = (try row.find(at: index, name) as String?).map { .text($0) } ?? .missing
        case .count: self = (try row.find(at: index, name) as Int?).map { .count($0) } ?? .missing
        case .number(let decimals):
            self = (try row.find(at: index, name) as Double?).map { .number($0, decimals: decimals) } ?? .missing
        }
    }
}
