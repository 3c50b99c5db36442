// FFmpegSource: what phones record and libsndfile does not read, decoded by an ffmpeg process as a stream.
// Options: https://ffmpeg.org/ffmpeg.html; what each does is said where it stands.

import Files

/// Where ffmpeg and its sister are.
public enum FFmpeg {
    /// The path of `ffmpeg` or `ffprobe`, `nil` where it is not installed.
    public static func find(_ program: String) -> String? {
        (FileName.environment("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileStatus.isProgram($0) }
    }

    static let limits = "ulimit -d 1048576; ulimit -t 36000; exec \"$@\""

    /// Containers that hold one memo and nothing else. Lists of other files and addresses (HLS, concat, image
    /// sequences) are left out: a memo must not make ffmpeg open what its maker wants opened.
    static let containers = [
        "aac", "ac3", "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "eac3", "flac",
        "flv", "gsm", "ircam", "loas", "matroska", "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "nut", "ogg", "oma",
        "qcp", "rm", "sox", "tak", "tta", "voc", "w64", "wav", "wv", "xwma",
    ].joined(separator: ",")

    /// Starts one of the two on a file that is its standard input, so that no name can be taken for an option or an
    /// address.
    /// - Parameters:
    ///   - first: options in front of the input. ffmpeg needs `-nostdin`: what stands on standard input would be keys
    ///     that somebody presses, and `q`, which each QuickTime file has near its beginning, ends it.
    ///   - last: options behind it.
    static func start(
        _ program: String, _ first: [String], then last: [String], path: String
    ) throws(CaptureError) -> ChildProcess? {
        guard let found = find(program) else { return nil }
        let reading = ["-protocol_whitelist", "file", "-format_whitelist", containers, "-i", "file:/proc/self/fd/0"]
        return try telling(
            ChildProcess(
                "/bin/sh", ["sh", "-c", limits, "sh", found, "-hide_banner"] + first + reading + last,
                input: Descriptor.reading(path), keepsErrors: true, path: path))
    }
}

/// A memo that comes out of ffmpeg as floats. Nothing is written to disk.
final class FFmpegSource: BlockSource {
    let path: String
    let format: AudioFormat
    let tags: SourceTags
    private let child: ChildProcess
    private let stream: PCMStream
    /// Seconds that the container declares, which is more than a guess.
    private let declaredSeconds: Double?
    private var framesRead: Int64 = 0
    private(set) var salvage: Salvage?

    var isLive: Bool { false }

    /// - Parameters:
    ///   - descriptor: the file, to be looked into.
    ///   - name: what the file is; `nil` where nobody knows, and ffmpeg most likely neither.
    /// - Throws: `unsupported` where ffmpeg is not installed; `notAudio` where it does not read the file either.
    convenience init(path: String, descriptor: Descriptor, named known: String?) throws(CaptureError) {
        let name = known ?? "anything it knows"
        let child = try Self.start(path: path, name: name)
        // While ffmpeg starts, which takes longer than all the rest of a short memo.
        var facts = try telling(MediaFacts.read(FileBytes(descriptor)))
        var probe = facts == nil && known != nil ? try? FFprobe(path: path) : nil
        let stream = try Self.sound(of: child, path: path, name: name)
        // Of what nobody knows, ffprobe is asked when ffmpeg has not refused it, which it mostly does.
        if facts == nil && known == nil { probe = try? FFprobe(path: path) }
        if let probe { facts = try probe.facts() }
        self.init(path: path, child: child, stream: stream, facts: facts)
    }

    /// The same sound that another decoder has given up, with silence where it is lost, so that what follows keeps its time.
    /// - Throws: as the other; also where ffmpeg takes it for something else.
    convenience init(path: String, givenUpBy other: any BlockSource) throws(CaptureError) {
        let name = other.format.container
        let filling = ["-af", "aresample=async=1:min_hard_comp=0.001:first_pts=0"]
        let child = try Self.start(path: path, name: name, filling)
        let stream = try Self.sound(of: child, path: path, name: name)
        guard stream.format.sampleRate == other.format.sampleRate, stream.format.channels == other.format.channels
        else { throw Self.refusal(child, path: path, name: name) }
        self.init(path: path, child: child, stream: stream, facts: nil)
    }

    private static func start(
        path: String, name: String, _ filters: [String] = []
    ) throws(CaptureError) -> ChildProcess {
        let decoding = ["-map", "0:a:0"] + filters + ["-c:a", "pcm_f32le", "-bitexact", "-f", "wav", "pipe:1"]
        let child = try FFmpeg.start("ffmpeg", ["-nostdin", "-v", "repeat+error"], then: decoding, path: path)
        guard let child else {
            throw CaptureError(
                .unsupported, path: path, problem: "it is \(name), which needs ffmpeg",
                advice: "install it (apt install ffmpeg), or convert the file to WAV")
        }
        return child
    }

    /// What comes out of it, once it has begun.
    private static func sound(of child: ChildProcess, path: String, name: String) throws(CaptureError) -> PCMStream {
        do {
            return try PCMStream(path: path, input: child, isLive: false)
        } catch {
            if error.code == .interrupted { throw error }
            throw refusal(child, path: path, name: name)
        }
    }

    private init(path: String, child: ChildProcess, stream: PCMStream, facts: MediaFacts?) {
        self.path = path
        self.child = child
        self.stream = stream
        let rate = stream.format.sampleRate
        tags = facts?.tags ?? SourceTags()
        declaredSeconds = facts.flatMap { $0.isDurationDeclared ? $0.duration : nil }
        format = AudioFormat(
            container: facts?.container ?? "other", encoding: facts?.encoding ?? "other",
            sampleRate: rate, channels: stream.format.channels,
            declaredFrames: facts?.duration.map { Int64(min(max(0, $0), 1e9) * Double(rate)) },
            isInteger: false, bitsPerSample: 0)
    }

    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        let frames = try stream.decode(into: &block)
        framesRead += Int64(frames)
        if frames == 0 { try end() }
        return frames
    }

    /// What ffmpeg complained of is told; what it decoded is kept.
    private func end() throws(CaptureError) {
        let ending = child.end()
        if ending == .killedFromOutside { throw .helperLost(path) }
        let complaint = try telling(Self.complaint(child.complaints()))
        guard framesRead > 0 else { throw Self.refusal(child, path: path, name: format.container) }
        if ending != .exited(0) || complaint != nil {
            let what = ending == .stuck ? "it got stuck" : complaint ?? "it crashed"
            salvage = Salvage(
                kind: "damaged", detail: "ffmpeg could not decode all of it (\(what)); what was decoded is kept",
                secondsRecovered: Double(framesRead) / Double(format.sampleRate))
        } else {
            salvage = Salvage.ofLength(framesRead, declared: declaredSeconds, sampleRate: format.sampleRate)
        }
    }

    private static func refusal(_ child: ChildProcess, path: String, name: String) -> CaptureError {
        let ending = child.end()
        if ending == .killedFromOutside { return .helperLost(path) }
        // It has failed in any case.
        let complaints = (try? child.complaints()) ?? []
        let words = ending == .stuck ? "it got stuck" : complaint(complaints) ?? "no sound came out"
        if complaints.contains(where: { $0.contains("matches no streams") }) {
            return CaptureError(
                .noSamples, path: path, problem: "there is no sound track in it", advice: "look for another file")
        }
        return CaptureError(
            .notAudio, path: path, problem: "ffmpeg cannot read it as \(name) (\(words))",
            advice: "the file is damaged or incomplete; copy it again from its source")
    }

    /// The last line that says what is wrong; ffmpeg likes to end with one that fits everything.
    private static func complaint(_ complaints: [String]) -> String? {
        let lines = complaints.filter { !$0.contains("Statistics: ") }
        let telling = lines.last { !$0.hasSuffix("Invalid data found when processing input") }
        return (telling ?? lines.last).map(withoutAddress)
    }

    /// `[mov @ 0x55…] moov atom not found` without what changes from run to run.
    private static func withoutAddress(_ line: String) -> String {
        var text = line.replacing("file:/proc/self/fd/0: ", with: "")
        if text.first == "[", let close = text.firstIndex(of: "]") {
            text = String(text[text.index(after: close)...].drop(while: { $0 == " " }))
        }
        return text.printable
    }
}
