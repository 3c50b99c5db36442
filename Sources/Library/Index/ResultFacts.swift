// ResultFacts: what the index keeps of a memo's result: figures, stages, segments, insights, or why there is none.

import Analysis
import Capture
import GRDB
import Pipeline

/// What tells a result from one that was made otherwise, as the index keeps it. Where one of these differs, the memo is done anew.
public struct ResultIdentity: Sendable, Equatable {
    /// Over all of `ResultInputs`.
    public var settingsHash: String
    public var schemaVersion: Int
    public var toolVersion: String
}

extension ResultIdentity {
    init(_ inputs: ResultInputs) {
        self.init(
            settingsHash: inputs.hash, schemaVersion: inputs.schemaVersion, toolVersion: inputs.toolVersion)
    }
}

/// A result document on disk, as it was when it was written.
struct DocumentFacts: Sendable, Equatable {
    var bytes: Int64
    /// In nanoseconds since 1970.
    var modified: Int64
    var hash: String
    /// Where it goes on after what it says about the file.
    var tail: Int
}

/// When and by whom a memo was worked on.
struct Attempt: Sendable {
    var run: Int64
    /// Counted from 0.
    var worker: Int
    /// Seconds since 1970.
    var startedAt: Double
    var finishedAt: Double
    /// How often it was tried, this time included.
    var count: Int
}

/// The numbers of a result that questions are asked about.
struct ResultFigures: Sendable {
    var latency: Latency
    var levels: LevelSummary
    var activeLevel: Double?
    var speech: SpeechFigures?
    var onsets: Int
    var estimatedWords: Int
    var segments: [Segment]
    var insights: [Insight]

    init(_ result: MemoResult) {
        let measurements = result.measurements
        latency = result.latency
        levels = measurements.levels
        activeLevel = measurements.activeLevel
        speech = SpeechFigures(of: measurements)
        onsets = measurements.onsets.count
        estimatedWords = result.transcript.passages.reduce(0) { $0 + $1.estimatedWords }
        segments = measurements.segments
        insights = result.insights
    }
}

extension LibraryIndex {
    /// A memo was analysed and its document lies where it belongs.
    static func write(
        _ figures: ResultFigures, document: DocumentFacts, formats: String, identity: ResultIdentity, attempt: Attempt,
        of memo: Int64, in db: Database
    ) throws {
        let (latency, levels, speech) = (figures.latency, figures.levels, figures.speech)
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO result (memo, run, status, settingsHash, schemaVersion, toolVersion, startedAt,
                    finishedAt, attempts, documentBytes, documentModified, documentHash, documentTail, formats, worker,
                    queueWait, total, realtimeFactor, peak, rms, noiseFloor, activeLevel, clippedSamples, activeSeconds,
                    onsets, syllables, articulationRate, pauseShare, longestPause, longestPauseStart, estimatedWords)
                VALUES (?, ?, 'done', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            memo, attempt.run, identity.settingsHash, identity.schemaVersion, identity.toolVersion, attempt.startedAt,
            attempt.finishedAt, attempt.count, document.bytes, document.modified, document.hash, document.tail, formats,
            attempt.worker, latency.queueWait.seconds, latency.total.seconds, latency.realtimeFactor, levels.peak,
            levels.rms, levels.noiseFloor, figures.activeLevel, levels.clippedSamples, speech?.activeSeconds ?? 0,
            figures.onsets, speech?.syllables ?? 0, speech?.articulationRate, speech?.pauseShare,
            speech?.longestPause?.duration, speech?.longestPause?.start, figures.estimatedWords,
        ])
        try clearDetails(of: memo, in: db)
        try write(latency.stages, of: memo, in: db)
        try write(latency.steps, of: memo, in: db)
        try write(figures.segments, of: memo, in: db)
        try write(figures.insights, of: memo, in: db)
    }

    /// A memo could not be done. What was made of earlier bytes of it stays, file and figures.
    static func write(
        _ failure: MemoFailure, identity: ResultIdentity, attempt: Attempt, of memo: Int64, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO result (memo, run, status, settingsHash, schemaVersion, toolVersion, startedAt, finishedAt,
                    attempts, errorCode, errorMessage, errorAdvice, worker, lateStage, lateElapsed)
                VALUES (?, ?, 'failed', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (memo) DO UPDATE SET run = excluded.run, status = 'failed',
                    settingsHash = excluded.settingsHash, schemaVersion = excluded.schemaVersion,
                    toolVersion = excluded.toolVersion, startedAt = excluded.startedAt,
                    finishedAt = excluded.finishedAt, attempts = excluded.attempts, errorCode = excluded.errorCode,
                    errorMessage = excluded.errorMessage, errorAdvice = excluded.errorAdvice, worker = excluded.worker,
                    lateStage = excluded.lateStage, lateElapsed = excluded.lateElapsed
                """
        ).execute(arguments: [
            memo, attempt.run, identity.settingsHash, identity.schemaVersion, identity.toolVersion, attempt.startedAt,
            attempt.finishedAt, attempt.count, failure.code, failure.problem, failure.advice, attempt.worker,
            failure.late?.stage.rawValue, failure.late?.elapsed.seconds,
        ])
    }

    /// A memo has the sound of another one that is done: it gets all that is known of that, with its own document.
    static func copyResult(
        from other: Int64, to memo: Int64, document: DocumentFacts, formats: String, in db: Database
    ) throws {
        // A memo that was moved has its row already.
        guard other != memo else {
            return try db.execute(
                sql: """
                    UPDATE result SET documentBytes = ?, documentModified = ?, documentHash = ?, documentTail = ?,
                        formats = ? WHERE memo = ?
                    """,
                arguments: [document.bytes, document.modified, document.hash, document.tail, formats, memo])
        }
        let columns = try db.columns(in: "result").map(\.name)
        let own: [String: String] = [
            "memo": ":memo", "documentBytes": ":bytes", "documentModified": ":modified", "documentHash": ":hash",
            "documentTail": ":tail", "formats": ":formats",
        ]
        let values = columns.map { own[$0] ?? $0 }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT OR REPLACE INTO result (\(columns.joined(separator: ", "))) "
                + "SELECT \(values) FROM result WHERE memo = :other",
            arguments: [
                "memo": memo, "bytes": document.bytes, "modified": document.modified, "hash": document.hash,
                "tail": document.tail, "formats": formats, "other": other,
            ])
        try clearDetails(of: memo, in: db)
        for table in detailTables {
            let rest = try db.columns(in: table).map { "\"\($0.name)\"" }.filter { $0 != "\"memo\"" }
                .joined(separator: ", ")
            try db.execute(
                sql: "INSERT INTO \(table) (memo, \(rest)) SELECT ?, \(rest) FROM \(table) WHERE memo = ?",
                arguments: [memo, other])
        }
    }

    /// Tables with several rows for each memo.
    static let detailTables = ["stage", "step", "segment", "insight"]

    static func clearDetails(of memo: Int64, in db: Database) throws {
        for table in detailTables {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE memo = ?").execute(arguments: [memo])
        }
    }

    private static func write(_ stages: [StageTiming], of memo: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO stage VALUES (?, ?, ?, ?, ?, ?, ?)")
        for timing in stages {
            try statement.execute(arguments: [
                memo, timing.stage.rawValue, timing.elapsed.seconds, timing.budget?.seconds, timing.verdict.rawValue,
                timing.isPartial, timing.whole?.seconds,
            ])
        }
    }

    private static func write(_ steps: [StepTime], of memo: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO step VALUES (?, ?, ?)")
        for time in steps { try statement.execute(arguments: [memo, time.step.rawValue, time.seconds]) }
    }

    private static func write(_ segments: [Segment], of memo: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (number, segment) in segments.enumerated() {
            try statement.execute(arguments: [
                memo, number, segment.span.start, segment.span.end, segment.startReason.rawValue,
                segment.endReason.rawValue, segment.peak, segment.rms,
            ])
        }
    }

    private static func write(_ insights: [Insight], of memo: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO insight VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for (number, insight) in insights.enumerated() {
            var evidence = JSONWriter()
            evidence.write(insight.evidence)
            try statement.execute(arguments: [
                memo, number, insight.id, insight.kind.rawValue, insight.importance.rawValue, insight.title,
                insight.detail, insight.span.start, insight.span.end, String(decoding: evidence.bytes, as: UTF8.self),
            ])
        }
    }
}
