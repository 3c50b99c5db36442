// HostileIndexTests: an index that something else has written to: whatever it holds, it is told, and nothing else happens.

import Capture
import Foundation
import GRDB
import Library
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct HostileIndexTests {
    private let folder: MemoFolder
    private var index: String { "\(folder.output)/sonora.sqlite" }

    init() throws { folder = try MemoFolder() }

    /// Wrong types, nothing, too much, other places.
    private static let values: [String] = [
        "NULL", "'abc'", "x'ff00'", "9e999", "1e300", "9223372036854775807", "(-9223372036854775807 - 1)", "'../x'",
    ]

    /// The tables that a run asks; of the others it only writes.
    private static let asked: Set<String> = ["memo", "result", "removal", "work", "grdb_migrations"]

    private static func settings(_ settings: inout BatchSettings) {
        settings.process.measuresSteps = true
    }

    /// A library with something in every table, whose memos have been moved about since.
    private func prepare() async throws {
        let pulses = (0..<40_000).map { index -> Float in
            let height: Float = (index / 4000) % 2 == 1 ? 0.5 : 0.0005
            return (index / 20).isMultiple(of: 2) ? height : -height
        }
        let data = PCMEncoding.s16le.encode(pulses)
        try folder.write("a.wav", WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: data).bytes)
        try folder.memo("b.wav", seed: 2)
        try folder.write("bad.wav", [])
        try await folder.run(Self.settings)
        try folder.move("a.wav", to: "moved.wav")
        try IndexFile.run(
            "INSERT INTO work VALUES (CAST('b.wav' AS BLOB), 1); INSERT INTO removal VALUES (CAST('x/y.json' AS BLOB))",
            in: folder.output)
        try IndexFile.run(
            """
            INSERT OR IGNORE INTO segment SELECT memo, 0, 0.5, 1, 'soundStart', 'soundEnd', -6, -9 FROM result
            WHERE status = 'done'
            """, in: folder.output)
        for table in ["stage", "step", "segment", "insight"] {
            #expect(try IndexFile.number("SELECT count(*) FROM \(table)", in: folder.output) != 0, "\(table) is empty")
        }
    }

    /// Everything that reads an index. What is thrown names it.
    private func read(_ what: String, runs: Bool) async {
        func told(_ body: () throws -> Void) {
            do { try body() } catch let error as CaptureError {
                #expect(error.path.hasSuffix("sonora.sqlite") || error.code == .notFound, "\(what): \(error)")
            } catch {
                Issue.record("\(what): \(error)")
            }
        }
        for sort in [MemoColumn.name, .recorded, .duration] {
            told {
                var query = MemoQuery(columns: MemoColumn.allCases)
                query.sort = sort
                query.since = sort == .recorded ? LocalTime("2020-01-01") : nil
                try LibraryIndex.reading(in: folder.output).list(query) { _ in }
            }
        }
        for name in ["a.wav", "b.wav", "bad.wav", "a"] {
            told {
                let index = try LibraryIndex.reading(in: folder.output)
                _ = try index.portrait(of: index.find(name))
            }
        }
        told { _ = try LibraryIndex.reading(in: folder.output).connections() }
        told { try LibraryIndex.reading(in: folder.output).latencyRows { _ in } }
        told {
            var settings = BatchSettings()
            Self.settings(&settings)
            settings.prunes = true
            let plan = try Planner.plan([folder.memos], output: folder.output)
            let index = try LibraryIndex.reading(in: folder.output)
            let work = try BatchWork(
                plan, folder: folder.output, index: index, settings: settings, readsTouched: true)
            _ = try work.pruned(from: index)
        }
        guard runs else { return }
        do {
            let summary = try await folder.run { settings in
                Self.settings(&settings)
                settings.prunes = true
            }
            if let stop = summary.stop { #expect(stop.path == index, "\(what): \(stop)") }
        } catch let error as CaptureError {
            #expect(error.path == index, "\(what): \(error)")
        } catch is PlanCollision {
        } catch {
            Issue.record("\(what): \(error)")
        }
    }

    @Test func anyValueInAnyColumnIsReadOrTold() async throws {
        try await prepare()
        let output = URL(filePath: folder.output)
        let kept = URL(filePath: folder.output + "-kept")
        try FileManager.default.copyItem(at: output, to: kept)
        let columns = try IndexFile.columns(in: folder.output)
        #expect(columns.count > 90)
        for (table, column) in columns {
            for value in Self.values {
                try FileManager.default.removeItem(at: output)
                try FileManager.default.copyItem(at: kept, to: output)
                // What the schema refuses is no danger.
                try? IndexFile.run("UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value)", in: folder.output)
                await read("\(table).\(column) = \(value)", runs: Self.asked.contains(table))
            }
        }
    }

    @Test(arguments: [
        ("memo", "bytes", "'abc'"), ("memo", "contentHash", "x'ff00'"), ("memo", "duration", "'x'"),
        ("stage", "elapsed", "9e999"), ("memo", "path", "x''"),
    ])
    func aValueThatCannotBeIsOneLineThatNamesTheIndex(table: String, column: String, value: String) async throws {
        try await prepare()
        try IndexFile.run("UPDATE OR IGNORE \(table) SET \(column) = \(value)", in: folder.output)
        let library = try LibraryIndex.reading(in: folder.output)
        let error = #expect(throws: CaptureError.self) {
            try library.list(MemoQuery(columns: MemoColumn.allCases)) { _ in }
            _ = try library.portrait(of: library.find("a.wav"))
        }
        #expect(error?.path == index && error?.problem.hasPrefix("the index is damaged (a memo's “") == true)
    }

    // MARK: Names

    @Test(arguments: [
        "../victim", "deep/../../victim", "/victim", "./../victim", "deep//x", "", ".", "..", "a\u{0}.wav",
    ])
    func noNameLeadsOutOfTheFolder(name: String) async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        let victim = URL(filePath: folder.output + "/../victim")
        try Data("keep me".utf8).write(to: victim)
        try IndexFile.run("INSERT INTO removal VALUES (CAST(? AS BLOB))", [Data(name.utf8)], in: folder.output)
        let error = await #expect(throws: CaptureError.self) { try await folder.run() }
        #expect(error?.path == index)
        #expect(try Data(contentsOf: victim) == Data("keep me".utf8))
    }

    @Test func aPrunedMemoOfAnotherPlaceTakesNothingAlong() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        try await folder.run()
        let victim = URL(filePath: folder.output + "/../x.sonora.json")
        try Data("keep me".utf8).write(to: victim)
        try IndexFile.run("UPDATE memo SET path = CAST('../x' AS BLOB) WHERE name = 'a.wav'", in: folder.output)
        try folder.remove("a.wav")
        let summary = try await folder.run { $0.prunes = true }
        #expect(summary.stop?.path == index && summary.pruned.isEmpty)
        #expect(try Data(contentsOf: victim) == Data("keep me".utf8))
    }

    @Test func endingsOfFilesLeadNowhereElse() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try IndexFile.run("UPDATE result SET formats = './../../victim'", in: folder.output)
        let victim = URL(filePath: folder.output + "/../victim")
        try Data("keep me".utf8).write(to: victim)
        try folder.remove("a.wav")
        await #expect(throws: CaptureError.self) {
            let summary = try await folder.run { $0.prunes = true }
            if let stop = summary.stop { throw stop }
        }
        #expect(try Data(contentsOf: victim) == Data("keep me".utf8))
    }

    @Test func aLinkThatLeadsOutIsNotFollowed() async throws {
        try folder.memo("deep/a.wav", seed: 1)
        try await folder.run()
        let outside = try TemporaryFolder()
        let document = try Data(contentsOf: URL(filePath: "\(folder.output)/deep/a.wav.sonora.json"))
        try outside.write(Array(document), as: "a.wav.sonora.json")
        try FileManager.default.removeItem(atPath: "\(folder.output)/deep")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.output)/deep", withDestinationPath: outside.path)
        // Neither copied from there, nor removed there.
        try folder.move("deep/a.wav", to: "b.wav")
        let summary = try await folder.run()
        #expect(summary.known == 0 && summary.done == 1)
        try await folder.run { $0.prunes = true }
        #expect(try outside.names() == ["a.wav.sonora.json"])
    }

    @Test func aRecordingIsNoResultToRemove() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try Data([1]).write(to: URL(filePath: "\(folder.output)/mine.wav"))
        try IndexFile.run("INSERT INTO removal VALUES (CAST('mine.wav' AS BLOB))", in: folder.output)
        try await folder.run()
        #expect(try folder.results().contains("mine.wav"))
    }
}
