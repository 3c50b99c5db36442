// MemoReader: a source and an analyzer, joined: reads a block, analyses it.

import Analysis
import Capture
import Transcription

/// Reads a memo block by block. Used by one task at a time; stages, live views and plain commands all read through it.
public final class MemoReader {
    public let source: any BlockSource
    public private(set) var analyzer: Analyzer
    private var block: AudioBlock
    private var cutter: SegmentCutter?
    /// Segments that were cut out for an engine.
    private var cut = 0
    private var hasFinished = false

    /// Opens a memo; see `init(_:parameters:blockFrames:engineRate:)`.
    /// - Throws: what opening throws, too.
    public convenience init(
        _ memo: Memo, parameters: AnalysisParameters, blockFrames: Int = 4096
    ) throws(CaptureError) {
        try self.init(try memo.open(), parameters: parameters, blockFrames: blockFrames)
    }

    /// - Parameters:
    ///   - source: a memo that is open.
    ///   - blockFrames: frames read at once; results do not depend on it.
    ///   - engineRate: asks for the sound of segments at this rate, in Hz; see `takeSpeech()`.
    /// - Throws: `unsupported` for a sample rate outside of `TimeBase.supportedRates`, and for settings that analysis refuses.
    public init(
        _ source: any BlockSource, parameters: AnalysisParameters, blockFrames: Int = 4096, engineRate: Int? = nil
    ) throws(CaptureError) {
        self.source = source
        let format = source.format
        guard TimeBase.supportedRates.contains(format.sampleRate) else {
            throw CaptureError(
                .unsupported, path: source.path, problem: "a sample rate of \(format.sampleRate) Hz is not sound",
                advice: "convert it to a rate between 8 and 192 kHz")
        }
        var parameters = parameters
        parameters.keepsMix = engineRate != nil
        do throws(AnalysisError) {
            analyzer = try Analyzer(sampleRate: format.sampleRate, channels: format.channels, parameters: parameters)
        } catch {
            throw CaptureError(.unsupported, path: source.path, problem: error.problem, advice: error.advice)
        }
        // A block of many channels is shorter, so that its memory is bounded.
        let capacity = max(1, min(blockFrames, (1 << 20) / format.channels))
        if let engineRate {
            do {
                // What settles in a block is cut out after it: two of them may lie behind the end of a segment.
                let behind = 2 * Double(capacity) / Double(format.sampleRate)
                cutter = try SegmentCutter(
                    sampleRate: format.sampleRate, engineRate: engineRate,
                    longest: parameters.segments.settledAfter + behind)
            } catch {
                throw CaptureError(.unsupported, path: source.path, problem: error.problem, advice: error.advice)
            }
        }
        block = AudioBlock(capacity: capacity, channels: format.channels)
    }

    public var isLive: Bool { source.isLive }

    /// Frames of the newest block.
    var blockFrames: Int { block.frames }

    /// Times Fourier transforms from now on; see `Analyzer.measureSpectra(by:)`.
    func measureSpectra(by now: @escaping @Sendable () -> Int64) { analyzer.measureSpectra(by: now) }

    /// Reads and analyses one block. Returns whether there was one.
    /// - Parameter arrived: called between reading and analysing.
    public func step(_ arrived: () -> Void = {}) throws(CaptureError) -> Bool {
        guard try source.read(into: &block) > 0 else { return false }
        arrived()
        analyzer.push(block.samples, frames: block.frames)
        analyzer.note(nonFiniteSamples: block.nonFiniteSamples)
        hearForEngine()
        return true
    }

    private func hearForEngine() {
        guard cutter != nil else { return }
        cutter?.push(analyzer.mix)
        analyzer.dropMix()
    }

    /// The sound of segments that have settled since the last call, where an engine's rate was given.
    func takeSpeech() -> [(number: Int, span: TimeSpan, samples: [Float])] {
        guard cutter != nil else { return [] }
        var speech: [(number: Int, span: TimeSpan, samples: [Float])] = []
        while cut < analyzer.segments.count, let span = nextSpan() {
            speech.append((cut, span, cutter?.samples(of: span) ?? []))
            cut += 1
        }
        return speech
    }

    /// Where the next segment lies, if all of it has come out of the resampler.
    private func nextSpan() -> TimeSpan? {
        let span = analyzer.segments[cut].span
        let heard = cutter?.seconds ?? 0
        return hasFinished || heard >= span.end ? span : nil
    }

    /// Ends the memo.
    /// - Throws: `noSamples` when there was not a single frame.
    public func finish() throws(CaptureError) -> Measurements {
        let measurements = analyzer.finish()
        hearForEngine()
        cutter?.finish()
        hasFinished = true
        guard measurements.frames > 0 else {
            throw CaptureError(
                .noSamples, path: source.path, problem: "it holds no sound: not a single sample",
                advice: "it was cut off, or its recorder stopped before the first one; look for a backup")
        }
        return measurements
    }

    /// Reads the rest of the memo; stops at the next block when the task is cancelled.
    /// - Parameter analysed: called after each block with the seconds analysed so far.
    public func readAll(_ analysed: (Double) -> Void = { _ in }) throws -> Measurements {
        while try step() {
            try Task.checkCancellation()
            analysed(analyzer.seconds)
        }
        return try finish()
    }
}
