// PortraitJSON: all that a library knows of one memo, as one JSON object; names as in the result document.

import Capture
import Files
import Library
import Pipeline

extension MemoPortrait {
    /// The document, ending with a line break.
    package var json: [UInt8] { JSONWriter.document(write) }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.object("memo") { writeMemo(to: &$0) }
            json.field("status", failure == nil ? "done" : "failed")
            if let failure {
                json.object("error") { json in
                    json.field("code", failure.code)
                    json.field("message", failure.problem)
                    json.field("advice", failure.advice)
                }
            }
            if let figures { write(figures, to: &json) }
            json.object("run") { json in
                json.field("id", run.id)
                json.field("settings", run.settings)
                json.field("toolVersion", run.toolVersion)
                json.field("startedAt", run.startedAt, decimals: 3)
                json.field("finishedAt", run.finishedAt, decimals: 3)
                json.field("attempts", run.attempts)
                json.field("worker", run.worker)
            }
            json.field("document", document.map(FileName.display))
        }
    }

    private func writeMemo(to json: inout JSONWriter) {
        json.field("path", FileName.display(path))
        if let escaped = FileName.escaped(path) { json.field("pathEscaped", escaped) }
        json.field("source", FileName.display(source))
        json.field("contentHash", contentHash)
        json.field("bytes", bytes)
        json.field("modified", modified, decimals: 6)
        json.key("recordedAt")
        if let recordedAt {
            json.object { json in
                json.field("time", recordedAt)
                json.field("source", recordedAtSource)
            }
        } else {
            json.value(nil as String?)
        }
        json.field("title", title)
        json.field("artist", artist)
        json.key("salvage")
        if let salvage {
            json.object { json in
                json.field("kind", salvage.kind)
                json.field("detail", salvage.detail)
                json.field("secondsRecovered", salvage.secondsRecovered, decimals: 6)
            }
        } else {
            json.value(nil as String?)
        }
        if let format {
            json.object("format") { json in
                json.field("container", format.container)
                json.field("encoding", format.encoding)
                json.field("sampleRate", format.sampleRate)
                json.field("channels", format.channels)
                json.field("frames", format.frames)
                json.field("duration", format.duration, decimals: 6)
            }
        }
    }

    private func write(_ figures: Figures, to json: inout JSONWriter) {
        json.object("levels") { json in
            json.field("peak", figures.peak, decimals: 2)
            json.field("rms", figures.rms, decimals: 2)
            json.field("noiseFloor", figures.noiseFloor, decimals: 2)
            json.field("activeLevel", figures.activeLevel, decimals: 2)
            json.field("clippedSamples", figures.clippedSamples)
        }
        json.object("speech") { json in
            json.field("activeSeconds", figures.activeSeconds, decimals: 6)
            json.field("onsets", figures.onsets)
            json.field("syllables", figures.syllables)
            json.field("articulationRate", figures.articulationRate, decimals: 3)
            json.field("pauseShare", figures.pauseShare, decimals: 3)
            json.field("longestPause", figures.longestPause, decimals: 6)
            json.field("longestPauseStart", figures.longestPauseStart, decimals: 6)
            json.field("estimatedWords", figures.estimatedWords)
        }
        json.array("segments", segments.enumerated()) { json, item in
            json.object { json in
                json.field("id", item.offset)
                json.field("start", item.element.span.start, decimals: 6)
                json.field("end", item.element.span.end, decimals: 6)
                json.field("startReason", item.element.startReason)
                json.field("endReason", item.element.endReason)
                json.field("peak", item.element.peak, decimals: 2)
                json.field("rms", item.element.rms, decimals: 2)
            }
        }
        json.array("insights", insights) { json, card in
            json.object { json in
                json.field("id", card.id)
                json.field("kind", card.kind)
                json.field("importance", card.importance)
                json.field("title", card.title)
                json.field("detail", card.detail)
                json.field("start", card.span.start, decimals: 6)
                json.field("end", card.span.end, decimals: 6)
                json.key("evidence")
                json.value(json: EvidenceWords.isObject(card.evidence) ? card.evidence : "{}")
                if let importance = Insight.Importance(rawValue: card.importance) {
                    let cue = Cue(importance: importance)
                    json.object("cue") { json in
                        json.field("haptic", cue.haptic)
                        json.field("sound", cue.sound)
                    }
                }
            }
        }
        json.object("latency") { json in
            json.field("queueWait", figures.queueWait, decimals: 6)
            json.field("total", figures.total, decimals: 6)
            json.field("realtimeFactor", figures.realtimeFactor, decimals: 6)
            json.array("stages", stages) { json, stage in
                json.object { json in
                    json.field("stage", stage.name)
                    json.field("elapsed", stage.elapsed, decimals: 6)
                    json.field("budget", stage.budget, decimals: 6)
                    json.field("verdict", stage.verdict)
                }
            }
        }
    }
}
