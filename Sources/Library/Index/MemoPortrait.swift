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
            var portrait = MemoPortrait(row)
            guard portrait.figures != nil else { return portrait }
            portrait.stages = try Row.fetchAll(
                db, sql: "SELECT * FROM stage WHERE memo = ? ORDER BY elapsed, stage", arguments: [memo.id]
            ).map(MemoPortrait.Stage.init)
            portrait.segments = try Row.fetchAll(
                db, sql: "SELECT * FROM segment WHERE memo = ? ORDER BY number", arguments: [memo.id]
            ).map(MemoPortrait.Segment.init)
            portrait.insights = try Row.fetchAll(
                db, sql: "SELECT * FROM insight WHERE memo = ? ORDER BY number", arguments: [memo.id]
            ).map(MemoPortrait.Card.init)
            return portrait
        }
    }
}

extension MemoPortrait {
    fileprivate init(_ row: Row) {
        path = Columns.path(row, "path")
        source = Columns.path(row, "source")
        contentHash = row["contentHash"]
        bytes = row["bytes"]
        modified = Double(row["modified"] as Int64) / 1e9
        (recordedAt, recordedAtSource) = (row["recordedAt"], row["recordedAtSource"])
        (title, artist) = (row["title"], row["artist"])
        salvage = (row["salvage"] as String?).map {
            Salvage(kind: $0, detail: row["salvageDetail"] ?? "", secondsRecovered: row["secondsRecovered"])
        }
        if let container: String = row["container"] {
            format = Format(
                container: container, encoding: row["encoding"] ?? "", sampleRate: row["sampleRate"] ?? 0,
                channels: row["channels"] ?? 0, frames: row["frames"], duration: row["duration"])
        }
        let isDone = row["status"] == "done"
        failure = (row["errorCode"] as String?).map {
            MemoFailure(
                code: $0, path: Columns.path(row, "source"), problem: row["errorMessage"] ?? "",
                advice: row["errorAdvice"] ?? "", late: LateStop(row))
        }
        figures = isDone ? Figures(row) : nil
        (stages, segments, insights) = ([], [], [])
        run = Run(
            id: row["run"], settings: row["runSettings"], toolVersion: row["toolVersion"],
            startedAt: row["startedAt"], finishedAt: row["finishedAt"], attempts: row["attempts"],
            worker: row["worker"])
        document = isDone && (row["documentBytes"] as Int64?) != nil ? ResultName.document(path) : nil
    }
}

extension MemoPortrait.Figures {
    fileprivate init(_ row: Row) {
        (peak, rms, noiseFloor, activeLevel) = (row["peak"], row["rms"], row["noiseFloor"], row["activeLevel"])
        (clippedSamples, activeSeconds) = (row["clippedSamples"], row["activeSeconds"])
        (onsets, syllables, articulationRate) = (row["onsets"], row["syllables"], row["articulationRate"])
        (pauseShare, longestPause) = (row["pauseShare"], row["longestPause"])
        (longestPauseStart, estimatedWords) = (row["longestPauseStart"], row["estimatedWords"])
        (queueWait, total, realtimeFactor) = (row["queueWait"], row["total"], row["realtimeFactor"])
    }
}

extension MemoPortrait.Stage {
    fileprivate init(_ row: Row) {
        (name, elapsed, budget, verdict) = (row["stage"], row["elapsed"], row["budget"], row["verdict"])
    }
}

extension MemoPortrait.Segment {
    fileprivate init(_ row: Row) {
        span = TimeSpan(start: row["start"], end: row["end"])
        (startReason, endReason, peak, rms) = (row["startReason"], row["endReason"], row["peak"], row["rms"])
    }
}

extension MemoPortrait.Card {
    fileprivate init(_ row: Row) {
        (id, kind, importance) = (row["id"], row["kind"], row["importance"])
        (title, detail, evidence) = (row["title"], row["detail"], row["evidence"])
        span = TimeSpan(start: row["start"], end: row["end"])
    }
}
