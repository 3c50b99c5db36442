// ResultReader: a result document, schema version 1, read back as the value that it was written from.

import Analysis
import Capture
import Files
import Transcription

extension ResultDocument {
    /// Reads the document of one memo. What is written again is the same to the byte.
    ///
    /// Documents are checked as anything that comes from outside is: each number is finite and within the range of what it stands
    /// for, nothing that belongs there is missing, and names that this version does not know are passed over. A document says nothing
    /// of a memo's bits or its declared length, so these are zero and none.
    /// - Parameter path: a file with one document, as `sonora process --output` and `sonora batch` write them.
    /// - Throws: `notFound` and what else opening throws; `unsupported` where it is no whole document, which names the line, or
    ///   one that a newer Sonora wrote.
    public init(contentsOf path: String) throws(CaptureError) {
        var json = JSONPull(try telling(ByteStream(path)))
        var parts = DocumentParts()
        try json.object { (json, key) throws(CaptureError) in try parts.take(key, &json) }
        guard try json.next() == nil else { throw json.fault("something follows the document") }
        self = try parts.document(json)
    }
}

/// The parts of a document as they come, in any order.
private struct DocumentParts {
    var head: MemoHead?
    var levels: (summary: LevelSummary, overview: WaveformOverview, bloom: BloomTrack)?
    var onsets: [Onset]?
    var wordStarts: [WordStart]?
    var activity: [TimeSpan]?
    var segments: [Segment]?
    var transcript: Transcript?
    var insights: [Insight]?
    var latency: Latency?
    var tool: ResultDocument.Tool?
    var isVersioned = false

    mutating func take(_ key: String, _ json: inout JSONPull) throws(CaptureError) {
        switch key {
        case "schemaVersion":
            let version: Int = try json.whole(key)
            guard version == MemoResult.schemaVersion else {
                throw json.fault("the document is of version \(version); this Sonora reads \(MemoResult.schemaVersion)")
            }
            isVersioned = true
        case "memo": head = try json.head()
        case "levels": levels = try json.levels()
        case "onsets":
            onsets = try json.list { (item) throws(CaptureError) in
                Onset(time: try item.time("time"), strength: try item.need("strength"))
            }
        case "wordStarts":
            wordStarts = try json.list { (item) throws(CaptureError) in
                WordStart(time: try item.time("time"), strength: item.numbers["strength"])
            }
        case "activity":
            activity = try json.list { (item) throws(CaptureError) in try item.span() }
        case "segments": segments = try json.segments()
        case "transcript": transcript = try json.transcript()
        case "insights": insights = try json.insights()
        case "latency": latency = try json.latency()
        case "tool":
            let item = try JSONItem(&json)
            tool = ResultDocument.Tool(
                version: try item.word("version"), libsndfile: try item.word("libsndfile"), fftw: try item.word("fftw"))
        default: try json.skip()
        }
    }

    func document(_ json: JSONPull) throws(CaptureError) -> ResultDocument {
        func need<Part>(_ part: Part?, _ name: String) throws(CaptureError) -> Part {
            guard let part else { throw json.fault("“\(name)” is missing") }
            return part
        }
        guard isVersioned else { throw json.fault("“schemaVersion” is missing") }
        let levels = try need(levels, "levels")
        return ResultDocument(
            head: try need(head, "memo"), levels: levels.summary, overview: levels.overview, bloom: levels.bloom,
            onsets: try need(onsets, "onsets"), wordStarts: try need(wordStarts, "wordStarts"),
            activity: try need(activity, "activity"), segments: try need(segments, "segments"),
            transcript: try need(transcript, "transcript"), insights: try need(insights, "insights"),
            latency: try need(latency, "latency"), tool: try need(tool, "tool"))
    }
}

// MARK: The memo

extension JSONPull {
    fileprivate mutating func head() throws(CaptureError) -> MemoHead {
        var origin = MemoOrigin()
        var salvage: Salvage?
        var format: (AudioFormat, frames: Int)?
        let item = try JSONItem(&self) { (key, json) throws(CaptureError) in
            switch key {
            case "recordedAt": origin.recordedAt = try json.recordedAt()
            case "salvage": salvage = try json.salvage()
            case "format": format = try json.format()
            default: return false
            }
            return true
        }
        guard let (format, frames) = format else { throw fault("“format” is missing") }
        origin.title = item.texts["title"]
        origin.artist = item.texts["artist"]
        let path = try item.word("path")
        return MemoHead(
            path: item.texts["pathEscaped"].flatMap(FileName.unescaped) ?? path, contentHash: item.texts["contentHash"],
            origin: origin, salvage: salvage, format: format, frames: frames)
    }

    private mutating func recordedAt() throws(CaptureError) -> RecordedAt? {
        guard try next() == .object else {
            _ = try string("recordedAt")
            return nil
        }
        let item = try JSONItem(&self)
        guard let date = RecordingDate(iso8601: try item.word("time")) else { throw fault("“time” is no date") }
        return RecordedAt(date: date, source: try item.oneOf("source"))
    }

    private mutating func salvage() throws(CaptureError) -> Salvage? {
        guard try next() == .object else {
            _ = try string("salvage")
            return nil
        }
        let item = try JSONItem(&self)
        return Salvage(
            kind: try item.word("kind"), detail: try item.word("detail"),
            secondsRecovered: item.numbers["secondsRecovered"])
    }

    private mutating func format() throws(CaptureError) -> (AudioFormat, frames: Int) {
        let item = try JSONItem(&self)
        let format = AudioFormat(
            container: try item.word("container"), encoding: try item.word("encoding"),
            sampleRate: try item.count("sampleRate", from: 1), channels: try item.count("channels", from: 1),
            declaredFrames: nil, isInteger: false, bitsPerSample: 0)
        return (format, try item.count("frames"))
    }
}

// MARK: What was measured

extension JSONPull {
    fileprivate mutating func levels() throws(CaptureError) -> (LevelSummary, WaveformOverview, BloomTrack) {
        var overview: WaveformOverview?
        var bloom: BloomTrack?
        let item = try JSONItem(&self) { (key, json) throws(CaptureError) in
            switch key {
            case "overview": overview = try json.overview()
            case "bloom": bloom = try json.bloom()
            default: return false
            }
            return true
        }
        guard let overview else { throw fault("“overview” is missing") }
        guard let bloom else { throw fault("“bloom” is missing") }
        var levels = LevelSummary()
        (levels.peak, levels.rms) = (item.numbers["peak"], item.numbers["rms"])
        levels.noiseFloor = item.numbers["noiseFloor"]
        levels.clippedSamples = try item.count("clippedSamples")
        levels.dcOffset = try item.need("dcOffset")
        levels.nonFiniteSamples = try item.count("nonFiniteSamples")
        return (levels, overview, bloom)
    }

    private mutating func overview() throws(CaptureError) -> WaveformOverview {
        let item = try JSONItem(&self)
        let (minima, maxima) = (try item.amplitudes("min"), try item.amplitudes("max"))
        guard minima.count == maxima.count else { throw fault("“min” and “max” are not equally long") }
        return WaveformOverview(secondsPerPair: try item.time("secondsPerPair"), minima: minima, maxima: maxima)
    }

    private mutating func bloom() throws(CaptureError) -> BloomTrack {
        let item = try JSONItem(&self)
        let rate = try item.count("framesPerSecond")
        guard BloomTrack.framesPerSecondRange.contains(rate) else { throw fault("“framesPerSecond” is \(rate)") }
        var track = BloomTrack(framesPerSecond: rate)
        (track.level, track.scale) = (try item.amplitudes("level"), try item.amplitudes("scale"))
        guard track.level.count == track.scale.count else { throw fault("“level” and “scale” are not equally long") }
        track.rings = try item.list("rings")
        return track
    }

    fileprivate mutating func segments() throws(CaptureError) -> [Segment] {
        var next = 0
        return try list { (item) throws(CaptureError) in
            guard try item.count("id") == next else { throw item.fault("segments are numbered from 0 on") }
            next += 1
            return Segment(
                span: try item.span(), startReason: try item.oneOf("startReason"),
                endReason: try item.oneOf("endReason"), peak: item.numbers["peak"], rms: item.numbers["rms"])
        }
    }

    fileprivate mutating func transcript() throws(CaptureError) -> Transcript {
        var passages: [Transcript.Passage]?
        let item = try JSONItem(&self) { (key, json) throws(CaptureError) in
            guard key == "segments" else { return false }
            passages = try json.list { (item) throws(CaptureError) in
                Transcript.Passage(
                    segment: try item.count("segment"), span: try item.span(), text: item.texts["text"],
                    estimatedWords: try item.count("estimatedWords"), skeleton: try item.list("skeleton"))
            }
            return true
        }
        guard let passages else { throw fault("“segments” is missing in “transcript”") }
        return Transcript(status: try item.oneOf("status"), engine: try item.word("engine"), passages: passages)
    }
}

// MARK: What is said about it

extension JSONPull {
    fileprivate mutating func insights() throws(CaptureError) -> [Insight] {
        var insights: [Insight] = []
        try array { (json) throws(CaptureError) in
            var evidence: [Evidence] = []
            let item = try JSONItem(&json) { (key, json) throws(CaptureError) in
                guard key == "evidence" else { return false }
                evidence = try json.evidence()
                return true
            }
            insights.append(
                Insight(
                    id: try item.word("id"), kind: try item.oneOf("kind"), importance: try item.oneOf("importance"),
                    title: try item.word("title"), detail: try item.word("detail"), span: try item.span(),
                    evidence: evidence))
        }
        return insights
    }

    /// Whether a whole number was counted or measured is not written, so all are counts.
    private mutating func evidence() throws(CaptureError) -> [Evidence] {
        var all: [Evidence] = []
        try object { (json, name) throws(CaptureError) in
            let value: Evidence.Value
            switch try json.next() {
            case .string: value = .word(try json.string(name) ?? "")
            case .array: value = .numbers(try json.numbers(name))
            default:
                let number = try json.number(name)
                value = number.flatMap { Int(exactly: $0) }.map { .count($0) } ?? .number(number)
            }
            all.append(Evidence(name, value))
        }
        return all
    }

    fileprivate mutating func latency() throws(CaptureError) -> Latency {
        var stages: [StageTiming] = []
        var steps: [StepTime] = []
        let item = try JSONItem(&self) { (key, json) throws(CaptureError) in
            switch key {
            case "stages":
                stages = try json.list { (item) throws(CaptureError) in
                    StageTiming(
                        stage: try item.oneOf("stage"), elapsed: try item.duration("elapsed"),
                        budget: try item.maybeDuration("budget"), isPartial: item.flags["partial"] ?? false,
                        whole: try item.maybeDuration("whole"))
                }
            case "steps":
                steps = try json.list { (item) throws(CaptureError) in
                    StepTime(try item.oneOf("step"), try item.time("elapsed"))
                }
            default: return false
            }
            return true
        }
        return Latency(
            queueWait: try item.duration("queueWait"), total: try item.duration("total"),
            realtimeFactor: item.numbers["realtimeFactor"], stages: stages, steps: steps,
            isLive: item.flags["live"] ?? false)
    }
}
