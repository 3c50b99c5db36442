// ProcessRun: the memos of one process command, their events, documents and files, and what became of them.

import Capture
import Formats
import Library
import Pipeline

final class ProcessRun {
    private let options: ProcessCommand
    private let processor: MemoProcessor<ContinuousClock>
    private let stdout = StandardOutput()
    private let audience: any EventSink
    private let tolerant: TolerantSink?
    private var documents: DocumentList
    private let recording = RecordingSwitch()
    private var failures = 0

    init(_ options: ProcessCommand, processor: MemoProcessor<ContinuousClock>) {
        self.options = options
        self.processor = processor
        let terminal = Terminal(descriptor: 1)
        let sink: any EventSink =
            switch options.formats[0] {
            case .json: ProgressSink()
            case .ndjson: ProgressSink(EventLines(output: stdout))
            case .text where terminal.isInteractive: MemoScreen(output: stdout, terminal: terminal)
            case .text: ProgressSink(MemoLines(output: stdout))
            }
        tolerant = options.output.map { _ in TolerantSink(sink) }
        audience = tolerant ?? sink
        documents = DocumentList(output: stdout, isArray: options.files.count > 1)
    }

    private var isJSON: Bool { options.formats[0] == .json }

    func run() async throws {
        if options.files.contains("-") || options.follow {
            Interruption.recording.withLock { [recording] in $0 = recording }
            if Terminal.isStandardInputInteractive && !options.follow {
                StandardError.note("waiting for sound on standard input")
            }
        }
        do {
            if options.jobs > 1 { try await processTogether() } else { try await processInTurn() }
            if isJSON && tolerant?.failure == nil { try documents.end() }
            try stdout.flush()
            if let failure = tolerant?.failure { throw failure }
        } catch is CancellationError {
            // What was finished stays readable: the array is closed.
            if isJSON { try documents.end() }
            try stdout.flush()
            throw CancellationError()
        } catch let error as CaptureError where error.code == .outputClosed {
            // Whoever has read enough needs no line about it; what failed, and who interrupted, stays true.
        }
        if recording.isOff {
            if failures == 0 { StandardError.note("the recording was ended by Ctrl-C; its results are complete") }
            throw CommandFailure(status: ExitStatus.interrupted)
        }
        try MemoSeries.end(failures, of: options.files.count)
    }

    // MARK: One memo

    private enum Outcome: Sendable {
        case result(MemoResult)
        case failure(MemoFailure)
    }

    private func processInTurn() async throws {
        for file in options.files {
            let files: MemoFiles?
            do throws(CaptureError) {
                files = try place(of: file)
            } catch {
                try await fail(file, MemoFailure(error))
                continue
            }
            let sink: any EventSink = files.map { SharedSink([audience] + $0.sinks) } ?? audience
            let outcome = try await Self.outcome(of: memo(file), processor, to: sink)
            try conclude(outcome, of: file, files)
        }
    }

    /// Where its files go; `nil` where nobody asked for any.
    private func place(of file: String) throws(CaptureError) -> MemoFiles? {
        guard let folder = options.output else { return nil }
        return try MemoFiles(of: file, in: folder, formats: options.formats, replaces: options.replace)
    }

    private static func outcome(
        of memo: Memo, _ processor: MemoProcessor<ContinuousClock>, to sink: any EventSink
    ) async throws -> Outcome {
        do {
            return .result(try await processor.process(memo, to: sink))
        } catch let failure as MemoFailure {
            return .failure(failure)
        }
    }

    private func memo(_ file: String) -> Memo {
        let isLive = file == "-" || options.follow
        let decoder = options.jobs > 1 ? DecoderHost.thisProgram.forMany : .thisProgram
        var memo = Memo(path: file, raw: options.raw.raw, until: isLive ? recording : nil, decoder: decoder)
        memo.maximumSamples = options.limit.maxSamples
        memo.followIdleSeconds = options.idleSeconds
        return memo
    }

    private func conclude(_ outcome: Outcome, of file: String, _ files: MemoFiles?) throws {
        StandardError.clearProgress()
        switch outcome {
        case .result(let result):
            noteOddities(of: file, salvage: result.salvage, measurements: result.measurements)
            do {
                try files?.commit(result)
            } catch {
                // No reason to give up the other memos.
                StandardError.say(error)
                failures += 1
            }
            try tellDocument { result.write(to: &$0) }
        case .failure(let failure):
            StandardError.say(failure)
            failures += 1
            try tellDocument { failure.write(to: &$0, naming: .object) }
        }
    }

    private func tellDocument(_ write: (inout JSONWriter) -> Void) throws {
        guard isJSON && tolerant?.failure == nil else { return }
        do {
            try documents.append(write)
        } catch {
            guard let tolerant else { throw error }
            tolerant.failure = error
        }
    }

    /// A memo that is not even begun.
    private func fail(_ file: String, _ failure: MemoFailure) async throws {
        for event in MemoEvent.story(of: file, ending: .failed(failure)) { try await audience.receive(event) }
        try conclude(.failure(failure), of: file, nil)
    }

    // MARK: Several at once

    private struct Done: Sendable {
        var number: Int
        var events: [MemoEvent]
        var outcome: Outcome
    }

    /// As many at once as were asked for, and told in their order: those that are done too soon wait, and no further ones are
    /// begun for them.
    private func processTogether() async throws {
        try await withThrowingTaskGroup(of: Done.self) { group in
            let files = options.files
            var (begun, told) = (0, 0)
            var waiting: [Int: Done] = [:]
            var places: [Int: MemoFiles] = [:]
            while told < files.count {
                while begun < files.count && begun - told < options.jobs {
                    let number = begun
                    begun += 1
                    do throws(CaptureError) {
                        places[number] = try place(of: files[number])
                    } catch {
                        let failure = MemoFailure(error)
                        let events = MemoEvent.story(of: files[number], ending: .failed(failure))
                        waiting[number] = Done(number: number, events: events, outcome: .failure(failure))
                        continue
                    }
                    let (memo, processor) = (memo(files[number]), processor)
                    group.addTask(executorPreference: WorkThread("sonora.worker.\(number % options.jobs)")) {
                        let keeper = EventKeeper()
                        let outcome = try await Self.outcome(of: memo, processor, to: keeper)
                        return Done(number: number, events: keeper.events, outcome: outcome)
                    }
                }
                if waiting[told] == nil, let done = try await group.next() { waiting[done.number] = done }
                while let done = waiting.removeValue(forKey: told) {
                    let place = places.removeValue(forKey: told)
                    let sink: any EventSink = place.map { SharedSink([audience] + $0.sinks) } ?? audience
                    for event in done.events { try await sink.receive(event) }
                    try conclude(done.outcome, of: files[told], place)
                    told += 1
                }
            }
        }
    }
}
