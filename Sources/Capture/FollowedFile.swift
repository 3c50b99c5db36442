// FollowedFile: a recording that is read while it is still being written.

import Files

/// A live memo in a file. It ends when no writer has it open any more, or when nothing has come for a while.
///
/// The container is parsed anew whenever the file has grown, since a writer may correct its sizes at any time and may put
/// chunks behind the samples before it closes; what lies between is never taken for sound.
final class FollowedFile: BlockSource {
    let path: String
    let format: AudioFormat
    private(set) var salvage: Salvage?
    private let descriptor: Descriptor
    private let file: SoundFile
    private var quiet: Quiet
    private let frameBytes: Int64
    /// Offset of the next sample, and of the end of those that are known to be there.
    private var position: Int64
    private let start: Int64
    private var known: Int64
    private var hasEnded = false
    /// Whether what is in the file is no longer this memo.
    private var isOver = false

    var isLive: Bool { true }
    var tags: SourceTags { file.tags }

    /// More than any recording has.
    private static let mostBytes: Int64 = 1 << 50

    /// Waits until the file's header is there.
    /// - Parameter idleSeconds: the memo ends when nothing has come for so long.
    /// - Throws: what opening throws; `unsupported` where the samples are not plain.
    init(
        path: String, raw: RawFormat?, idleSeconds: Double, until end: RecordingSwitch?
    ) throws(CaptureError) {
        self.path = path
        // Before it is opened: a pipe nobody writes to would wait for ever.
        switch FileStatus(of: path)?.kind {
        case .folder: throw .isFolder(path)
        case .stream:
            throw CaptureError(
                .unsupported, path: path, problem: "it is not a file that can grow",
                advice: "a pipe is followed without --follow")
        case .regular, nil: break
        }
        descriptor = try telling(Descriptor.reading(path))
        quiet = Quiet(of: descriptor, path: path, idleSeconds: idleSeconds, until: end)
        var layout = try Self.layout(descriptor, raw: raw, path: path)
        while layout == nil {
            let isOver = try quiet.isOver()
            layout = try Self.layout(descriptor, raw: raw, path: path)
            if layout == nil && isOver {
                // What is wrong with it, in the words for any file.
                _ = try SoundFile.layout(of: descriptor, path: path)
                throw CaptureError(
                    .notAudio, path: path, problem: "it ends inside its header",
                    advice: "see whether its recorder ever began")
            }
        }
        guard var open = layout, open.isPlain else { throw Self.compressed(path) }
        position = open.ranges[0].lowerBound
        start = position
        known = position
        frameBytes = Int64(open.frameBytes)
        open.ranges = [position..<position + Self.mostBytes]
        open.salvage = nil
        file = try SoundFile(path: path, descriptor: descriptor, layout: open)
        var format = file.format
        format.declaredFrames = nil
        self.format = format
    }

    /// What is known of the file so far; `nil` while its header is not complete.
    private static func layout(
        _ descriptor: Descriptor, raw: RawFormat?, path: String
    ) throws(CaptureError) -> SampleLayout? {
        if let raw { return SampleLayout(raw: raw, bytes: try telling(descriptor.status()).bytes) }
        let head = try telling(descriptor.bytes(at: 0, count: 40))
        if head.count == 40 && ContainerKind(head) == nil { throw compressed(path) }
        return try parsed(descriptor)
    }

    /// A failing disk is an error; a header that makes no sense yet is none.
    private static func parsed(_ descriptor: Descriptor) throws(CaptureError) -> SampleLayout? {
        switch try telling(SampleLayout.parse(FileBytes(descriptor))) {
        case .success(let layout): layout
        case .failure: nil
        }
    }

    private static func compressed(_ path: String) -> CaptureError {
        CaptureError(
            .unsupported, path: path, problem: "only uncompressed recordings can be followed",
            advice: "wait until it is complete, then leave out --follow")
    }

    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        block.frames = 0
        while true {
            if known - position < frameBytes { try look() }
            let frames = (known - position) / frameBytes
            if frames > 0 {
                let got = try file.decode(into: &block, upTo: Int(min(frames, Int64(block.capacity))))
                position += Int64(got) * frameBytes
                if got > 0 {
                    quiet.isBroken()
                    return got
                }
                // What was there is there no longer.
                known = position
            }
            if hasEnded { return 0 }
            hasEnded = try isCutShort() ? true : quiet.isOver()
        }
    }

    /// Whether the file has become shorter than what was read of it: somebody else writes another memo into it, or
    /// emptied it. Nothing that comes from now on belongs to this one.
    private func isCutShort() throws(CaptureError) -> Bool {
        guard try telling(descriptor.status()).bytes < position else { return false }
        let seconds = Salvage.seconds((position - start) / frameBytes, sampleRate: format.sampleRate)
        salvage = Salvage(
            kind: "truncated",
            detail: "the file was cut short while it was read; the \(seconds) that had been read are kept",
            secondsRecovered: Double((position - start) / frameBytes) / Double(format.sampleRate))
        isOver = true
        return true
    }

    /// Finds out how far the samples reach by now.
    private func look() throws(CaptureError) {
        if isOver { return }
        if isRaw {
            known = try max(known, telling(descriptor.status()).bytes)
        } else if let layout = try Self.parsed(descriptor), layout.ranges[0].lowerBound <= position {
            known = max(known, layout.ranges[0].upperBound)
            // What a file lacks while it is written is no damage; what it lacks in the end is.
            if hasEnded { salvage = layout.salvage }
            if salvage != nil {
                salvage?.secondsRecovered =
                    Double((max(known, position) - start) / frameBytes) / Double(format.sampleRate)
            }
        }
    }

    private var isRaw: Bool { format.container == "raw" }
}

/// How long nothing has come, and whether anything still may.
private struct Quiet {
    private static let waitMilliseconds: Int32 = 50
    /// A recorder that opens its file for each piece leaves it without a writer in between.
    private static let graceSeconds = 1.0

    private let descriptor: Descriptor
    private let path: String
    private let idleSeconds: Double
    private let end: RecordingSwitch?
    private let watch: FileWatch?
    private var since = ContinuousClock.Instant.now
    private var bytes: Int64 = -1

    init(of descriptor: Descriptor, path: String, idleSeconds: Double, until end: RecordingSwitch?) {
        self.descriptor = descriptor
        self.path = path
        self.idleSeconds = idleSeconds
        self.end = end
        watch = FileWatch(path: path)
    }

    /// Something has come.
    mutating func isBroken() { since = .now }

    /// Waits a moment. Returns whether the recording has ended.
    /// - Throws: `interrupted`.
    mutating func isOver() throws(CaptureError) -> Bool {
        if Task.isCancelled {
            throw CaptureError(.interrupted, path: path, problem: "it was interrupted", advice: "start it again")
        }
        if end?.isOff == true { return true }
        let change = try telling(watch?.wait(milliseconds: Self.waitMilliseconds)) ?? .nothing
        if watch == nil { Descriptor.pause(milliseconds: Self.waitMilliseconds) }
        let now = try telling(descriptor.status()).bytes
        if now != bytes {
            bytes = now
            isBroken()
            return false
        }
        let seconds = since.duration(to: .now)
        if seconds > .seconds(idleSeconds) { return true }
        // Any writer's closing is told, also that of one who only touched the file: what counts is that none is left.
        switch descriptor.hasWriter {
        case true: return false
        case false: return seconds > .seconds(min(Self.graceSeconds, idleSeconds))
        case nil: return change == .closed
        }
    }
}
