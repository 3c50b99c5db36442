// FFmpegSource: what phones record and libsndfile does not read, decoded by an ffmpeg process as a stream.
// Options: https://ffmpeg.org/ffmpeg.html; what each does is said where it stands.

/// Where ffmpeg and its sister are.
public enum FFmpeg {
    /// The path of `ffmpeg` or `ffprobe`, `nil` where it is not installed.
    public static func find(_ program: String) -> String? {
        (FileName.environment("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { Descriptor.isProgram($0) }
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
    static func start(_ program: String, _ arguments: [String], path: String) throws(CaptureError) -> ChildProcess? {
        guard let found = find(program) else { return nil }
        let reading = ["-protocol_whitelist", "file", "-format_whitelist", containers, "-i", "file:/proc/self/fd/0"]
        return try ChildProcess(
            "/bin/sh", ["sh", "-c", limits, "sh", found, "-v", "repeat+error", "-hide_banner"] + reading + arguments,
            input: Descriptor.reading(path), keepsErrors: true, path: path)
    }
}

/// A memo that comes out of ffmpeg as floats. Nothing is written to disk.
final class FFmpegSource: BlockSource {
    let path: String
    let format: AudioFormat
    let tags: SourceTags
    private let child: ChildProcess
    private let stream: PCMStream
    private var framesRead: Int64 = 0
    private(set) var salvage: Salvage?

    var isLive: Bool { false }

    /// - Parameter name: what the file is; `nil` where nobody knows, and ffmpeg most likely neither.
    /// - Throws: `unsupported` where ffmpeg is not installed; `notAudio` where it does not read the file either.
    init(path: String, named known: String?) throws(CaptureError) {
        let name = known ?? "anything it knows"
        // Both at once: what the one says is needed when the other has begun. It is not where the other refuses.
        var probe = known == nil ? nil : try? FFprobe(path: path)
        let decoding = ["-map", "0:a:0", "-c:a", "pcm_f32le", "-bitexact", "-f", "wav", "pipe:1"]
        guard let child = try FFmpeg.start("ffmpeg", decoding, path: path) else {
            throw CaptureError(
                .unsupported, path: path, problem: "it is \(name), which needs ffmpeg",
                advice: "install it (apt install ffmpeg), or convert the file to WAV")
        }
        do {
            stream = try PCMStream(path: path, input: child, isLive: false)
        } catch {
            if error.code == .interrupted { throw error }
            throw Self.refusal(child, path: path, name: name)
        }
        self.path = path
        self.child = child
        if known == nil { probe = try? FFprobe(path: path) }
        let found = try probe?.findings()
        tags = found?.tags ?? SourceTags()
        let rate = stream.format.sampleRate
        format = AudioFormat(
            container: found?.container ?? "other", encoding: found?.encoding ?? "other",
            sampleRate: rate, channels: stream.format.channels,
            declaredFrames: found?.duration.map { Int64(min(max(0, $0), 1e9) * Double(rate)) },
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
        let complaint = Self.complaint(child)
        guard framesRead > 0 else { throw Self.refusal(child, path: path, name: format.container) }
        if ending != .exited(0) || complaint != nil {
            let what = ending == .stuck ? "it got stuck" : complaint ?? "it crashed"
            salvage = Salvage(
                kind: "damaged", detail: "ffmpeg could not decode all of it (\(what)); what was decoded is kept",
                secondsRecovered: Double(framesRead) / Double(format.sampleRate))
        }
    }

    private static func refusal(_ child: ChildProcess, path: String, name: String) -> CaptureError {
        let ending = child.end()
        if ending == .killedFromOutside { return .helperLost(path) }
        let words = ending == .stuck ? "it got stuck" : complaint(child) ?? "no sound came out"
        if child.complaints.contains(where: { $0.contains("matches no streams") }) {
            return CaptureError(
                .noSamples, path: path, problem: "there is no sound track in it", advice: "look for another file")
        }
        return CaptureError(
            .notAudio, path: path, problem: "ffmpeg cannot read it as \(name) (\(words))",
            advice: "the file is damaged or incomplete; copy it again from its source")
    }

    /// The last line that says what is wrong; ffmpeg likes to end with one that fits everything.
    private static func complaint(_ child: ChildProcess) -> String? {
        let lines = child.complaints.filter { !$0.contains("Statistics: ") }
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
