// EventJSON: events as lines of JSON.

import Analysis
import Capture
import Files

extension MemoEvent {
    /// The word that stands in the event's `event` field.
    public var name: String {
        switch payload {
        case .accepted: "accepted"
        case .immediate: "immediate"
        case .transcript: "transcript"
        case .insights: "insights"
        case .completed, .known: "completed"
        case .failed: "failed"
        }
    }

    /// Writes the event as one object, without a line break.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("event", name)
            json.field("seq", sequence)
            json.field("memo", FileName.display(memo))
            json.write(elapsed: elapsed, timing: timing)
            if isLive {
                json.field("live", true)
                // What the budget is for, and the verdict about.
                if let timing { json.seconds("stageElapsed", timing.elapsed.seconds) }
            }
            json.object("progress") { json in
                json.seconds("seconds", progress.seconds)
                json.seconds("duration", progress.duration)
            }
            if let partialSeconds {
                json.key("partialSeconds")
                json.value(partialSeconds, decimals: 6)
            }
            writePayload(to: &json)
        }
    }

    private func writePayload(to json: inout JSONWriter) {
        switch payload {
        case .accepted(let queueWait):
            json.field("pathEscaped", FileName.escaped(memo))
            json.seconds("queueWait", queueWait.seconds)
        case .immediate(let result, let revision):
            if revision > 0 {
                json.field("revision", revision)
            }
            json.field("overview", result.coverage.rawValue)
            json.write(result.origin)
            json.write(result.salvage)
            json.write(
                result.format, frames: result.coverage == .full ? result.countedFrames : result.format.frameCount,
                duration: result.duration)
            json.object("levels") { json in
                json.write(result.levels)
                // Ten times a second, the waveform of all that was heard would soon be all there is.
                if result.coverage != .live || revision.isMultiple(of: 10) {
                    json.write(result.overview, coverage: result.coverage)
                }
                json.write(result.bloom, firstFrame: result.firstBloomFrame)
            }
            if result.coverage == .live { json.write(result.onsets) }
            if let news = result.news {
                json.write(news.activity)
                json.write(news.wordStarts)
            }
        case .transcript(let update, let revision):
            if revision > 0 {
                json.field("revision", revision)
            }
            json.write(update)
        case .insights(let update, let revision):
            if revision > 0 {
                json.field("revision", revision)
                json.array("order", update.order) { $0.value($1) }
            }
            json.write(update.changed)
        case .completed(let result):
            json.field("contentHash", result.contentHash)
            json.write(result.latency)
        case .known(let other): json.field("known", other.map(FileName.display) ?? FileName.display(memo))
        case .failed(let failure):
            json.field("code", failure.code)
            json.field("message", failure.problem)
            json.field("advice", failure.advice)
            if let late = failure.late {
                json.object("late") { json in
                    json.field("stage", late.stage.rawValue)
                    json.seconds("elapsed", late.elapsed.seconds)
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ update: TranscriptUpdate) {
        if update.startsOver { field("startsOver", true) }
        if let through = update.through {
            field("partial", true)
            seconds("through", through)
        }
        write(update.onsets)
        write(update.wordStarts)
        write(activity: update.activity)
        write(update.segments, from: update.firstSegment)
        write(update.transcript)
    }
}

extension ImmediateResult {
    /// Frames of the memo, from the duration that was counted.
    fileprivate var countedFrames: Int? {
        duration.map { Int(($0 * Double(format.sampleRate)).rounded()) }
    }
}

extension AudioFormat {
    /// Frames that the header claims.
    fileprivate var frameCount: Int? { declaredFrames.map(Int.init) }
}
