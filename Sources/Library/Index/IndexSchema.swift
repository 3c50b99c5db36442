// IndexSchema: the tables of the index, and how older ones become them. Tables are described in Design/batch.md.

import GRDB

enum IndexSchema {
    /// Each step is run once and never changed afterwards; what comes later is a further step.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: first) }
        migrator.registerMigration("2") { try $0.execute(sql: second) }
        migrator.registerMigration("3") { try $0.execute(sql: third) }
        migrator.registerMigration("4") { try $0.execute(sql: fourth) }
        return migrator
    }

    /// Times are seconds, times of day seconds since 1970, stamps of files nanoseconds since 1970, levels dBFS. A memo's
    /// `path` is its name below the output folder and `source` what it was opened by, both as the bytes of the file
    /// system; `name` is the same as text, for people. A result whose `documentBytes` is not null is a file, too.
    private static let first = """
        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            startedAt REAL NOT NULL,
            finishedAt REAL,
            state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'interrupted', 'stopped')),
            jobs INTEGER NOT NULL,
            settingsHash TEXT NOT NULL,
            settings TEXT NOT NULL,
            schemaVersion INTEGER NOT NULL,
            toolVersion TEXT NOT NULL
        );
        CREATE TABLE memo (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            source BLOB NOT NULL,
            name TEXT NOT NULL,
            contentHash TEXT,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            duration REAL,
            frames INTEGER,
            recordedAt TEXT,
            recordedAtSource TEXT,
            title TEXT,
            artist TEXT,
            container TEXT,
            encoding TEXT,
            sampleRate INTEGER,
            channels INTEGER,
            salvage TEXT,
            salvageDetail TEXT,
            secondsRecovered REAL
        );
        CREATE INDEX memoByHash ON memo (contentHash);
        CREATE INDEX memoByBytes ON memo (bytes);
        CREATE TABLE result (
            memo INTEGER PRIMARY KEY REFERENCES memo (id) ON DELETE CASCADE,
            run INTEGER NOT NULL REFERENCES run (id),
            status TEXT NOT NULL CHECK (status IN ('done', 'failed')),
            settingsHash TEXT NOT NULL,
            schemaVersion INTEGER NOT NULL,
            toolVersion TEXT NOT NULL,
            startedAt REAL NOT NULL,
            finishedAt REAL NOT NULL,
            attempts INTEGER NOT NULL,
            errorCode TEXT,
            errorMessage TEXT,
            errorAdvice TEXT,
            documentBytes INTEGER,
            documentModified INTEGER,
            documentHash TEXT,
            documentTail INTEGER,
            formats TEXT NOT NULL DEFAULT '',
            worker INTEGER,
            queueWait REAL,
            total REAL,
            realtimeFactor REAL,
            peak REAL,
            rms REAL,
            noiseFloor REAL,
            activeLevel REAL,
            clippedSamples INTEGER,
            activeSeconds REAL,
            onsets INTEGER,
            syllables INTEGER,
            articulationRate REAL,
            pauseShare REAL,
            longestPause REAL,
            longestPauseStart REAL,
            estimatedWords INTEGER
        );
        CREATE INDEX resultByStatus ON result (status);
        CREATE TABLE stage (
            memo INTEGER NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
            stage TEXT NOT NULL,
            elapsed REAL NOT NULL,
            budget REAL,
            verdict TEXT NOT NULL,
            PRIMARY KEY (memo, stage)
        ) WITHOUT ROWID;
        CREATE TABLE segment (
            memo INTEGER NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            start REAL NOT NULL,
            "end" REAL NOT NULL,
            startReason TEXT NOT NULL,
            endReason TEXT NOT NULL,
            peak REAL,
            rms REAL,
            PRIMARY KEY (memo, number)
        ) WITHOUT ROWID;
        CREATE TABLE insight (
            memo INTEGER NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            importance TEXT NOT NULL,
            title TEXT NOT NULL,
            detail TEXT NOT NULL,
            start REAL NOT NULL,
            "end" REAL NOT NULL,
            evidence TEXT NOT NULL,
            PRIMARY KEY (memo, number)
        ) WITHOUT ROWID;
        CREATE INDEX insightByKind ON insight (kind);
        CREATE TABLE removal (path BLOB PRIMARY KEY) WITHOUT ROWID;
        """

    /// Where the time of a memo went, in seconds.
    private static let second = """
        CREATE TABLE step (
            memo INTEGER NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
            step TEXT NOT NULL,
            elapsed REAL NOT NULL,
            PRIMARY KEY (memo, step)
        ) WITHOUT ROWID;
        """

    /// Whether a stage arrived in part, at its deadline, and when the whole of it did. For which stage a memo was stopped,
    /// and when: without these the slowest would be in no percentile.
    private static let third = """
        ALTER TABLE stage ADD COLUMN partial INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE stage ADD COLUMN whole REAL;
        ALTER TABLE result ADD COLUMN lateStage TEXT;
        ALTER TABLE result ADD COLUMN lateElapsed REAL;
        """

    /// Which memos are being analysed, and in which run.
    private static let fourth = """
        CREATE TABLE work (path BLOB PRIMARY KEY, run INTEGER NOT NULL) WITHOUT ROWID;
        """
}
