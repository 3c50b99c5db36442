// ResultJSON: the result document, schema version 1. Names and order are a contract; see samples of it in Tests.

import Analysis
import Capture
import Files
import Transcription

extension MemoResult {
    /// Writes the document of one memo as one JSON object. The bloom is written as it is unpacked.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.write(head)
            json.writeLevels(measurements)
            json.write(measurements.onsets)
            json.write(measurements.wordStarts)
            json.write(activity: measurements.activity)
            json.write(measurements.segments)
            json.write(transcript)
            json.write(insights)
            json.write(latency)
            json.write(.current)
        }
    }
}

extension ResultDocument {
    /// Writes the document as one JSON object: to the byte what its result writes, or what it was read from.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.write(head)
            json.object("levels") { json in
                json.write(levels)
                json.write(overview, coverage: .full)
                json.write(
                    bloom: bloom.framesPerSecond, firstFrame: nil, level: bloom.level, scale: bloom.scale,
                    rings: bloom.rings)
            }
            json.write(onsets)
            json.write(wordStarts)
            json.write(activity: activity)
            json.write(segments)
            json.write(transcript)
            json.write(insights)
            json.write(latency)
            json.write(tool)
        }
    }
}

extension MemoHead {
    /// The start of the document up to what was measured, without the bracket that would close it: the same sound under
    /// another name has another head and the same rest.
    public func documentStart() -> [UInt8] {
        var json = JSONWriter()
        json.object { $0.write(self) }
        return json.bytes.dropLast()
    }
}

/// Decimals that are written: microseconds, hundredths of a decibel, ten-thousandths of an amplitude.
private enum Decimals {
    static let seconds = 6
    static let decibels = 2
    static let amplitude = 4
}

extension JSONWriter {
    mutating func seconds(_ name: String, _ value: Double?) {
        key(name)
        self.value(value, decimals: Decimals.seconds)
    }

    mutating func decibels(_ name: String, _ value: Double?) {
        key(name)
        self.value(value, decimals: Decimals.decibels)
    }

    mutating func amplitudes(_ name: String, _ values: some Sequence<Float>) {
        array(name, values) { $0.value(Double($1), decimals: Decimals.amplitude) }
    }

    fileprivate mutating func write(_ head: MemoHead) {
        field("schemaVersion", MemoResult.schemaVersion)
        object("memo") { json in
            json.field("path", FileName.display(head.path))
            json.field("pathEscaped", FileName.escaped(head.path))
            json.field("contentHash", head.contentHash)
            json.write(head.origin)
            json.write(head.salvage)
            json.write(head.format, frames: head.frames, duration: head.duration)
        }
    }

    /// When the memo was recorded, its title and artist, without an object around them.
    mutating func write(_ origin: MemoOrigin) {
        key("recordedAt")
        if let recordedAt = origin.recordedAt {
            object { json in
                json.field("time", recordedAt.text)
                json.field("source", recordedAt.source.rawValue)
            }
        } else {
            value(nil as String?)
        }
        field("title", origin.title)
        field("artist", origin.artist)
    }

    mutating func write(_ salvage: Salvage?) {
        key("salvage")
        guard let salvage else { return value(nil as String?) }
        object { json in
            json.field("kind", salvage.kind)
            json.field("detail", salvage.detail)
            json.seconds("secondsRecovered", salvage.secondsRecovered)
        }
    }

    mutating func write(_ format: AudioFormat, frames: Int?, duration: Double?) {
        object("format") { json in
            json.field("container", format.container)
            json.field("encoding", format.encoding)
            json.field("sampleRate", format.sampleRate)
            json.field("channels", format.channels)
            json.field("frames", frames)
            json.seconds("duration", duration)
        }
    }

    /// The `levels` of a whole memo.
    public mutating func writeLevels(_ measurements: Measurements) {
        object("levels") { json in
            json.write(measurements.levels)
            json.write(measurements.overview, coverage: .full)
            json.write(
                bloom: measurements.bloom.framesPerSecond, firstFrame: nil, level: measurements.bloom.level,
                scale: measurements.bloom.scale, rings: measurements.rings)
        }
    }

    /// Level figures, without an object around them.
    mutating func write(_ levels: LevelSummary) {
        decibels("peak", levels.peak)
        decibels("rms", levels.rms)
        decibels("noiseFloor", levels.noiseFloor)
        field("clippedSamples", levels.clippedSamples)
        field("dcOffset", levels.dcOffset, decimals: 6)
        field("nonFiniteSamples", levels.nonFiniteSamples)
    }

    mutating func write(_ overview: WaveformOverview, coverage: ImmediateResult.Coverage) {
        object("overview") { json in
            json.field("coverage", coverage.rawValue)
            json.seconds("secondsPerPair", overview.secondsPerPair)
            json.amplitudes("min", overview.minima)
            json.amplitudes("max", overview.maxima)
        }
    }

    /// - Parameter firstFrame: where the track begins.
    mutating func write(_ bloom: BloomTrack, firstFrame: Int) {
        write(
            bloom: bloom.framesPerSecond, firstFrame: firstFrame, level: bloom.level, scale: bloom.scale,
            rings: bloom.rings)
    }

    fileprivate mutating func write(
        bloom framesPerSecond: Int, firstFrame: Int?, level: some Sequence<Float>, scale: some Sequence<Float>,
        rings: some Sequence<Double>
    ) {
        object("bloom") { json in
            json.field("framesPerSecond", framesPerSecond)
            if let firstFrame {
                json.field("firstFrame", firstFrame)
            }
            json.amplitudes("level", level)
            json.amplitudes("scale", scale)
            json.array("rings", rings) { $0.value($1, decimals: Decimals.seconds) }
        }
    }

    mutating func write(_ onsets: [Onset]) {
        array("onsets", onsets) { json, onset in
            json.object { json in
                json.seconds("time", onset.time)
                json.field("strength", onset.strength, decimals: 3)
            }
        }
    }

    /// A strength that does not exist is `null`: the word fades in.
    mutating func write(_ starts: [WordStart]) {
        array("wordStarts", starts) { json, start in
            json.object { json in
                json.seconds("time", start.time)
                json.field("strength", start.strength, decimals: 3)
            }
        }
    }

    mutating func write(_ activity: LiveActivity) {
        object("liveActivity") { json in
            json.write(activity.settled, as: "settled")
            json.write(activity.provisional, as: "provisional")
        }
    }

    private mutating func write(_ part: HeardPart, as name: String) {
        object(name) { json in
            json.seconds("start", part.span.start)
            json.seconds("end", part.span.end)
            json.write(activity: part.active, as: "active")
        }
    }

    /// - Parameter name: `activity`, or what else the stretches are.
    public mutating func write(activity: [TimeSpan], as name: String = "activity") {
        array(name, activity) { json, span in
            json.object { json in
                json.seconds("start", span.start)
                json.seconds("end", span.end)
            }
        }
    }

    /// - Parameter first: number of the first of them.
    public mutating func write(_ segments: [Segment], from first: Int = 0) {
        array("segments", segments.enumerated()) { json, item in
            json.object { json in
                json.field("id", first + item.offset)
                json.seconds("start", item.element.span.start)
                json.seconds("end", item.element.span.end)
                json.field("startReason", item.element.startReason.rawValue)
                json.field("endReason", item.element.endReason.rawValue)
                json.decibels("peak", item.element.peak)
                json.decibels("rms", item.element.rms)
            }
        }
    }

    mutating func write(_ transcript: Transcript) {
        object("transcript") { json in
            json.field("status", transcript.status.rawValue)
            json.field("engine", transcript.engine)
            json.array("segments", transcript.passages) { json, passage in
                json.object { json in
                    json.field("segment", passage.segment)
                    json.seconds("start", passage.span.start)
                    json.seconds("end", passage.span.end)
                    json.field("text", passage.text)
                    json.field("estimatedWords", passage.estimatedWords)
                    json.array("skeleton", passage.skeleton) { $0.value($1, decimals: 2) }
                }
            }
        }
    }

    mutating func write(_ insights: [Insight]) {
        array("insights", insights) { json, insight in
            json.object { json in
                json.field("id", insight.id)
                json.field("kind", insight.kind.rawValue)
                json.field("importance", insight.importance.rawValue)
                json.field("title", insight.title)
                json.field("detail", insight.detail)
                json.seconds("start", insight.span.start)
                json.seconds("end", insight.span.end)
                json.key("evidence")
                json.write(insight.evidence)
                json.object("cue") { json in
                    json.field("haptic", insight.cue.haptic)
                    json.field("sound", insight.cue.sound)
                }
            }
        }
    }

    /// What stands behind an insight, as one object.
    public mutating func write(_ evidence: [Evidence]) {
        object { json in
            for item in evidence {
                json.key(item.name)
                switch item.value {
                case .count(let count): json.value(count)
                case .number(let number): json.value(number, decimals: 3)
                case .numbers(let numbers): json.array(numbers) { $0.value($1, decimals: 3) }
                case .word(let word): json.value(word)
                }
            }
        }
    }

    mutating func write(_ latency: Latency) {
        object("latency") { json in
            json.seconds("queueWait", latency.queueWait.seconds)
            json.seconds("total", latency.total.seconds)
            json.seconds("realtimeFactor", latency.realtimeFactor)
            if latency.isLive { json.field("live", true) }
            json.array("stages", latency.stages) { json, timing in
                json.object { json in
                    json.field("stage", timing.stage.rawValue)
                    json.write(elapsed: timing.elapsed, timing: timing)
                    if timing.isPartial {
                        json.field("partial", true)
                        json.seconds("whole", timing.whole?.seconds)
                    }
                }
            }
            json.array("steps", latency.steps) { json, time in
                json.object { json in
                    json.field("step", time.step.rawValue)
                    json.seconds("elapsed", time.seconds)
                }
            }
        }
    }

    fileprivate mutating func write(_ tool: ResultDocument.Tool) {
        object("tool") { json in
            json.field("version", tool.version)
            json.field("libsndfile", tool.libsndfile)
            json.field("fftw", tool.fftw)
        }
    }

    /// The three figures that every event and every stage has.
    mutating func write(elapsed: Duration, timing: StageTiming?) {
        seconds("elapsed", elapsed.seconds)
        seconds("budget", timing?.budget?.seconds)
        field("verdict", (timing?.verdict ?? .none).rawValue)
    }
}
