// MemoPortrait: everything that a library knows of one memo.

import Analysis
import Capture
import GRDB
import Pipeline

public struct MemoPortrait: Sendable {
    /// Its name below the output folder, as `FileName` tells it.
    public var path: String
    /// Where it lay when it was read.
    public var source: String
    public var contentHash: String?
    public var bytes: Int
    /// In seconds since 1970.
    public var modified: Double
    public var recordedAt: String?
    public var recordedAtSource: String?
    public var title: String?
    public var artist: String?
    public var salvage: Salvage?
    public var format: Format?
    public var failure: MemoFailure?
    /// `nil` where the memo failed.
    public var figures: Figures?
    public var stages: [Stage]
    public var segments: [Segment]
    public var insights: [Card]
    public var run: Run
    /// The result document below the output folder; `nil` where there is none.
    public var document: String?

    public struct Format: Sendable {
        public var container: String
        public var encoding: String
        public var sampleRate: Int
        public var channels: Int
        public var frames: Int?
        public var duration: Double?
    }

    /// Levels in dBFS, times in seconds.
    public struct Figures: Sendable {
        public var peak: Double?
        public var rms: Double?
        public var noiseFloor: Double?
        public var activeLevel: Double?
        public var clippedSamples: Int?
        public var activeSeconds: Double?
        public var onsets: Int?
        public var syllables: Int?
        public var articulationRate: Double?
        public var pauseShare: Double?
        public var longestPause: Double?
        public var longestPauseStart: Double?
        public var estimatedWords: Int?
        public var queueWait: Double?
        public var total: Double?
        public var realtimeFactor: Double?
    }

    public struct Stage: Sendable {
        public var name: String
        public var elapsed: Double
        public var budget: Double?
        public var verdict: String
    }

    public struct Segment: Sendable {
        public var span: TimeSpan
        public var startReason: String
        public var endReason: String
        public var peak: Double?
        public var rms: Double?
    }

    /// An insight as the index keeps it.
    public struct Card: Sendable {
        public var id: String
        public var kind: String
        public var importance: String
        public var title: String
        public var detail: String
        public var span: TimeSpan
        /// One JSON object.
        public var evidence: String
    }

    public struct Run: Sendable {
        public var id: Int
        public var settings: String
        public var toolVersion: String
        /// Of the memo, in seconds since 1970.
        public var startedAt: Double
        public var finishedAt: Double
        public var attempts: Int
        public var worker: Int?
    }
}

// MARK: From the index

extension LibraryIndex {
    /// - Returns: `nil` where a run has taken it away meanwhile.
    public func portrait(of memo: FoundMemo) throws(CaptureError) -> MemoPortrait? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT memo.*, result.*, run.settings AS runSettings FROM memo
                    JOIN result ON result.memo = memo.id JOIN run ON run.id = result.run WHERE memo.id = ?
                    """,
                arguments: [memo.id])
            guard let row else { return nil }
            var portrait = try MemoPortrait(row)
            guard portrait.figures != nil else { return portrait }
            portrait.stages = try Row.fetchAll(
                db, sql: "SELECT * FROM stage WHERE memo = ? ORDER BY elapsed, stage", arguments: [memo.id]
            ).map { try MemoPortrait.Stage($0) }
            portrait.segments = try Row.fetchAll(
                db, sql: "SELECT * FROM segment WHERE memo = ? ORDER BY number", arguments: [memo.id]
            ).map { try MemoPortrait.Segment($0) }
            portrait.insights = try Row.fetchAll(
                db, sql: "SELECT * FROM insight WHERE memo = ? ORDER BY number", arguments: [memo.id]
            ).map { try MemoPortrait.Card($0) }
            return portrait
        }
    }
}

extension MemoPortrait {
    fileprivate init(_ row: Row) throws(IndexFault) {
        path = try Columns.name(row)
        source = try Columns.path(row, "source")
        contentHash = try row.find("contentHash")
        bytes = try row.need("bytes")
        modified = Double(try row.need("modified") as Int64) / 1e9
        (recordedAt, recordedAtSource) = (try row.find("recordedAt"), try row.find("recordedAtSource"))
        (title, artist) = (try row.find("title"), try row.find("artist"))
        salvage = try Salvage(row)
        if let container: String = try row.find("container") {
            format = Format(
                container: container, encoding: try row.find("encoding") ?? "",
                sampleRate: try row.find("sampleRate") ?? 0,
                channels: try row.find("channels") ?? 0, frames: try row.find("frames"),
                duration: try row.find("duration"))
        }
        let isDone = try row.need("status") == "done"
        failure = try MemoFailure(row)
        figures = isDone ? try Figures(row) : nil
        (stages, segments, insights) = ([], [], [])
        run = Run(
            id: try row.need("run"), settings: try row.need("runSettings"), toolVersion: try row.need("toolVersion"),
            startedAt: try row.need("startedAt"), finishedAt: try row.need("finishedAt"),
            attempts: try row.need("attempts"),
            worker: try row.find("worker"))
        let documentBytes: Int64? = try row.find("documentBytes")
        document = isDone && documentBytes != nil ? ResultName.document(path) : nil
    }
}

extension MemoPortrait.Figures {
    fileprivate init(_ row: Row) throws(IndexFault) {
        (peak, rms, noiseFloor, activeLevel) = (
            try row.find("peak"), try row.find("rms"), try row.find("noiseFloor"), try row.find("activeLevel")
        )
        (clippedSamples, activeSeconds) = (try row.find("clippedSamples"), try row.find("activeSeconds"))
        (onsets, syllables, articulationRate) = (
            try row.find("onsets"), try row.find("syllables"), try row.find("articulationRate")
        )
        (pauseShare, longestPause) = (try row.find("pauseShare"), try row.find("longestPause"))
        (longestPauseStart, estimatedWords) = (try row.find("longestPauseStart"), try row.find("estimatedWords"))
        (queueWait, total, realtimeFactor) = (
            try row.find("queueWait"), try row.find("total"), try row.find("realtimeFactor")
        )
    }
}

extension MemoPortrait.Stage {
    fileprivate init(_ row: Row) throws(IndexFault) {
        (name, elapsed, budget, verdict) = (
            try row.need("stage"), try row.need("elapsed"), try row.find("budget"), try row.need("verdict")
        )
    }
}

extension MemoPortrait.Segment {
    fileprivate init(_ row: Row) throws(IndexFault) {
        span = TimeSpan(start: try row.need("start"), end: try row.need("end"))
        (startReason, endReason, peak, rms) = (
            try row.need("startReason"), try row.need("endReason"), try row.find("peak"), try row.find("rms")
        )
    }
}

extension MemoPortrait.Card {
    fileprivate init(_ row: Row) throws(IndexFault) {
        (id, kind, importance) = (try row.need("id"), try row.need("kind"), try row.need("importance"))
        (title, detail, evidence) = (try row.need("title"), try row.need("detail"), try row.need("evidence"))
        span = TimeSpan(start: try row.need("start"), end: try row.need("end"))
    }
}
