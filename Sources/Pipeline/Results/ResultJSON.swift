// ResultJSON: the result document, schema version 1. Names and order are a contract; see samples of it in Tests.

import Analysis
import Capture

extension MemoResult {
    /// Writes the document of one memo as one JSON object.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("schemaVersion")
            json.value(MemoResult.schemaVersion)
            json.key("memo")
            json.object { json in
                json.key("path")
                json.value(path)
                json.key("contentHash")
                json.value(contentHash)
                json.write(recordedAt)
                json.write(salvage)
                json.write(format, frames: measurements.frames, duration: duration)
            }
            json.writeLevels(measurements)
            json.write(measurements.onsets)
            json.write(activity: measurements.activity)
            json.write(measurements.segments)
            json.write(transcript)
            json.write(insights)
            json.write(latency)
            json.key("tool")
            json.object { json in
                json.key("version")
                json.value(SonoraVersion.current)
                json.key("libsndfile")
                json.value(SoundFile.libraryVersion)
                json.key("fftw")
                json.value(AnalysisLibraries.fftwVersion)
            }
        }
    }
}

/// The version of this package.
public enum SonoraVersion {
    public static let current = "0.1.0"
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

    mutating func amplitudes(_ name: String, _ values: [Float]) {
        key(name)
        array(values) { $0.value(Double($1), decimals: Decimals.amplitude) }
    }

    mutating func write(_ recordedAt: RecordedAt?) {
        key("recordedAt")
        guard let recordedAt else { return value(nil as String?) }
        object { json in
            json.key("time")
            json.value(recordedAt.text)
            json.key("source")
            json.value(recordedAt.source)
        }
    }

    mutating func write(_ salvage: Salvage?) {
        key("salvage")
        guard let salvage else { return value(nil as String?) }
        object { json in
            json.key("kind")
            json.value(salvage.kind)
            json.key("detail")
            json.value(salvage.detail)
        }
    }

    mutating func write(_ format: AudioFormat, frames: Int?, duration: Double?) {
        key("format")
        object { json in
            json.key("container")
            json.value(format.container)
            json.key("encoding")
            json.value(format.encoding)
            json.key("sampleRate")
            json.value(format.sampleRate)
            json.key("channels")
            json.value(format.channels)
            json.key("frames")
            json.value(frames)
            json.seconds("duration", duration)
        }
    }

    /// The `levels` of a whole memo.
    public mutating func writeLevels(_ measurements: Measurements) {
        key("levels")
        object { json in
            json.write(measurements.levels)
            json.write(measurements.overview, coverage: .full)
            json.write(measurements.bloom, firstFrame: nil)
        }
    }

    /// Level figures, without an object around them.
    mutating func write(_ levels: LevelSummary) {
        decibels("peak", levels.peak)
        decibels("rms", levels.rms)
        decibels("noiseFloor", levels.noiseFloor)
        key("clippedSamples")
        value(levels.clippedSamples)
        key("dcOffset")
        value(levels.dcOffset, decimals: 6)
        key("nonFiniteSamples")
        value(levels.nonFiniteSamples)
    }

    mutating func write(_ overview: WaveformOverview, coverage: ImmediateResult.Coverage) {
        key("overview")
        object { json in
            json.key("coverage")
            json.value(coverage.rawValue)
            json.seconds("secondsPerPair", overview.secondsPerPair)
            json.amplitudes("min", overview.minima)
            json.amplitudes("max", overview.maxima)
        }
    }

    /// - Parameter firstFrame: where the track begins, for a part of one.
    public mutating func write(_ bloom: BloomTrack, firstFrame: Int?) {
        key("bloom")
        object { json in
            json.key("framesPerSecond")
            json.value(bloom.framesPerSecond)
            if let firstFrame {
                json.key("firstFrame")
                json.value(firstFrame)
            }
            json.amplitudes("level", bloom.level)
            json.amplitudes("scale", bloom.scale)
            json.key("rings")
            json.array(bloom.rings) { $0.value($1, decimals: Decimals.seconds) }
        }
    }

    mutating func write(_ onsets: [Onset]) {
        key("onsets")
        array(onsets) { json, onset in
            json.object { json in
                json.seconds("time", onset.time)
                json.key("strength")
                json.value(onset.strength, decimals: 3)
            }
        }
    }

    /// - Parameter name: `activity`, or what else the stretches are.
    public mutating func write(activity: [TimeSpan], as name: String = "activity") {
        key(name)
        array(activity) { json, span in
            json.object { json in
                json.seconds("start", span.start)
                json.seconds("end", span.end)
            }
        }
    }

    public mutating func write(_ segments: [Segment]) {
        key("segments")
        array(segments.enumerated()) { json, item in
            json.object { json in
                json.key("id")
                json.value(item.offset)
                json.seconds("start", item.element.span.start)
                json.seconds("end", item.element.span.end)
                json.key("startReason")
                json.value(item.element.startReason.rawValue)
                json.key("endReason")
                json.value(item.element.endReason.rawValue)
                json.decibels("peak", item.element.peak)
                json.decibels("rms", item.element.rms)
            }
        }
    }

    mutating func write(_ transcript: Transcript) {
        key("transcript")
        object { json in
            json.key("status")
            json.value(transcript.status.rawValue)
            json.key("engine")
            json.value(transcript.engine)
            json.key("segments")
            json.array(transcript.passages) { json, passage in
                json.object { json in
                    json.key("segment")
                    json.value(passage.segment)
                    json.seconds("start", passage.span.start)
                    json.seconds("end", passage.span.end)
                    json.key("text")
                    json.value(passage.text)
                    json.key("estimatedWords")
                    json.value(passage.estimatedWords)
                    json.key("skeleton")
                    json.array(passage.skeleton) { $0.value($1, decimals: 2) }
                }
            }
        }
    }

    mutating func write(_ insights: [Insight]) {
        key("insights")
        array(insights) { json, insight in
            json.object { json in
                json.key("id")
                json.value(insight.id)
                json.key("kind")
                json.value(insight.kind.rawValue)
                json.key("importance")
                json.value(insight.importance.rawValue)
                json.key("title")
                json.value(insight.title)
                json.key("detail")
                json.value(insight.detail)
                json.seconds("start", insight.span.start)
                json.seconds("end", insight.span.end)
                json.write(insight.evidence)
                json.key("cue")
                json.object { json in
                    json.key("haptic")
                    json.value(insight.cue.haptic)
                    json.key("sound")
                    json.value(insight.cue.sound)
                }
            }
        }
    }

    private mutating func write(_ evidence: [Evidence]) {
        key("evidence")
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
        key("latency")
        object { json in
            json.seconds("queueWait", latency.queueWait.seconds)
            json.seconds("total", latency.total.seconds)
            json.seconds("realtimeFactor", latency.realtimeFactor)
            json.key("stages")
            json.array(latency.stages) { json, timing in
                json.object { json in
                    json.key("stage")
                    json.value(timing.stage.rawValue)
                    json.write(elapsed: timing.elapsed, timing: timing)
                }
            }
        }
    }

    /// The three figures that every event and every stage has.
    mutating func write(elapsed: Duration, timing: StageTiming?) {
        seconds("elapsed", elapsed.seconds)
        seconds("budget", timing?.budget?.seconds)
        key("verdict")
        value((timing?.verdict ?? .none).rawValue)
    }
}
