// ResultIdentityTests: everything that changes a result is part of what it is known by, and nothing else.

import Analysis
import Capture
import Foundation
import Library
import Pipeline
import TestSignals
import Testing
import Transcription

@Suite(.timeLimit(.minutes(10))) struct ResultIdentityTests {
    private func hash(_ change: (inout BatchSettings) -> Void = { _ in }) -> String {
        var settings = BatchSettings()
        change(&settings)
        return settings.identity.settingsHash
    }

    private func names(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }

    /// A field that is added makes this fail: decide whether it changes what a result says, and add it to a list below.
    @Test func `each setting is known, as one that changes results or as one that does not`() {
        #expect(
            names(BatchSettings()) == [
                // In the identity.
                "process", "maximumSamples",
                // Who works, what is done again, and what is written besides.
                "jobs", "decoder", "force", "onlyFailed", "prunes", "isOrdered", "formats", "retries", "runner",
            ])
        #expect(
            names(ProcessSettings()) == [
                "analysis", "transcriber", "hints",
                // When and to whom things are told.
                "budgets", "hashesContent", "late", "measuresSteps", "tellsWholeBloom", "blockFrames",
            ])
        #expect(
            names(AnalysisParameters()) == [
                "segments", "activityMethod", "reduceMotion", "bloomFramesPerSecond",
                // What is added to the answers, or kept of them.
                "keepsBloom", "samplesPerPixel", "keepsEvidence", "keepsSpectrogram", "keepsMix",
            ])
        #expect(names(SegmentParameters()) == ["join", "padding", "maximumLength"])
    }

    @Test func `what changes a result changes its identity`() {
        let all = [
            hash(),
            hash { $0.process.analysis.segments.join = 0.6 }, hash { $0.process.analysis.segments.padding = 0.1 },
            hash { $0.process.analysis.segments.maximumLength = 29 },
            hash { $0.process.analysis.activityMethod = .rule },
            hash { $0.process.analysis.reduceMotion = true }, hash { $0.process.analysis.bloomFramesPerSecond = 30 },
            hash { $0.maximumSamples -= 1 }, hash { $0.process.transcriber = CountingTranscriber() },
            hash { $0.process.transcriber = CountingTranscriber(model: "small") },
            hash {
                $0.process.transcriber = CountingTranscriber()
                $0.process.hints.language = "en"
            },
            hash {
                $0.process.transcriber = CountingTranscriber()
                $0.process.hints.vocabulary = ["Sonora"]
            },
        ]
        #expect(Set(all).count == all.count)
    }

    @Test func `what changes no result does not`() {
        let usual = hash()
        #expect(
            usual
                == hash {
                    $0.jobs = 7
                    $0.force = true
                    $0.process.budgets[.immediate] = .seconds(9)
                    $0.process.late = .stop
                    $0.process.blockFrames = 100
                    $0.process.analysis.samplesPerPixel = 256
                    $0.process.analysis.keepsBloom = false
                    $0.process.analysis.keepsMix = true
                    // Nobody is told.
                    $0.process.hints.language = "en"
                })
    }

    @Test func `other weights, another version and another schema are other results`() throws {
        let path =
            #filePath.dropLast("Tests/LibraryTests/ResultIdentityTests.swift".count)
            + "Sources/Analysis/Activity/Trained/speech.weights"
        var inputs = ResultInputs(BatchSettings())
        #expect(inputs.weights == ContentHash.text(Array(try Data(contentsOf: URL(filePath: String(path))))))
        var hashes = [inputs.hash]
        inputs.weights = "sha256:other"
        hashes.append(inputs.hash)
        inputs.toolVersion = "0"
        hashes.append(inputs.hash)
        inputs.schemaVersion = 0
        hashes.append(inputs.hash)
        #expect(Set(hashes).count == 4)
    }

    @Test func `it reads back what it was written as`() throws {
        var settings = BatchSettings()
        settings.process.transcriber = CountingTranscriber(model: "m")
        settings.process.analysis.segments.join = 0.7
        let inputs = ResultInputs(settings)
        #expect(try JSONDecoder().decode(ResultInputs.self, from: JSONEncoder().encode(inputs)) == inputs)
    }

    @Test func `a batch can be given an engine, and another engine is another result`() async throws {
        let folder = try MemoFolder()
        try folder.write("note.wav", Array(try Data(contentsOf: URL(filePath: Self.note))))
        let engine = CountingTranscriber()
        #expect(try await folder.run { $0.process.transcriber = engine }.done == 1)
        let document = try ResultDocument(contentsOf: folder.output + "/note.wav.sonora.json")
        #expect(document.transcript.status == .final && document.transcript.engine == "counting")
        #expect(document.transcript.passages.map(\.text) == engine.heard.map { CountingTranscriber.text(of: $0).text })
        #expect(engine.heard.count == document.segments.count && !engine.heard.isEmpty)
        #expect(try await folder.run { $0.process.transcriber = engine }.unchanged == 1)
        #expect(try await folder.run { $0.process.transcriber = CountingTranscriber(name: "other") }.done == 1)
        #expect(try await folder.run().done == 1)
        #expect(
            try ResultDocument(contentsOf: folder.output + "/note.wav.sonora.json").transcript.status == .placeholder)
    }

    private static let note =
        String(#filePath.dropLast("Tests/LibraryTests/ResultIdentityTests.swift".count)) + "samples/stand-up-note.wav"
}
