// FollowedFile: a recording that is read while it is still being written.

/// A live memo in a file. It ends when its writer closes it, or when nothing has come for a while.
///
/// The container is parsed anew whenever the file has grown, since a writer may correct its sizes at any time and may put
/// chunks behind the samples before it closes; what lies between is never taken for sound.
final class FollowedFile: BlockSource {
    let path: String
    let format: AudioFormat
    private(set) var salvage: Salvage?
    private let descriptor: Descriptor
    private let file: SoundFile
    private let watch: FileWatch?
    private let idleSeconds: Double
    private let end: RecordingSwitch?
    private let frameBytes: Int64
    /// Offset of the next sample, and of the end of those that are known to be there.
    private var position: Int64
    private var known: Int64
    private var hasEnded = false

    var isLive: Bool { true }
    var tags: SourceTags { file.tags }

    private static let waitMilliseconds: Int32 = 50
    /// More than any recording has.
    private static let mostBytes: Int64 = 1 << 50

    /// Waits until the file's header is there.
    /// - Parameter idleSeconds: the memo ends when nothing has come for so long.
    /// - Throws: what opening throws; `unsupported` where the samples are not plain.
    init(
        path: String, raw: RawFormat?, idleSeconds: Double, until end: RecordingSwitch?
    ) throws(CaptureError) {
        self.path = path
        self.idleSeconds = idleSeconds
        self.end = end
        descriptor = try Descriptor.reading(path)
        let kind = descriptor.status().kind
        if kind == .folder { throw .isFolder(path) }
        guard kind == .regular else {
            throw CaptureError(
                .unsupported, path: path, problem: "it is not a file that can grow",
                advice: "a pipe is followed without --follow")
        }
        let watch = FileWatch(path: path)
        self.watch = watch
        var layout = try Self.layout(descriptor, raw: raw, path: path)
        let wait = Wait(seconds: idleSeconds)
        while layout == nil {
            try Self.checkCancellation(path)
            if end?.isOff == true || wait.isOver || watch?.wait(milliseconds: Self.waitMilliseconds) == .closed {
                layout = try raw == nil ? SoundFile.layout(of: descriptor, path: path) : nil
                break
            }
            layout = try Self.layout(descriptor, raw: raw, path: path)
        }
        guard var open = layout, open.isPlain else { throw Self.compressed(path) }
        position = open.ranges[0].lowerBound
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
        if let raw { return SampleLayout(raw: raw, bytes: descriptor.status().bytes) }
        let head = descriptor.bytes(at: 0, count: 40)
        if head.count == 40 && ContainerKind(head) == nil { throw compressed(path) }
        return try? SampleLayout.parse(FileBytes(descriptor)).get()
    }

    private static func compressed(_ path: String) -> CaptureError {
        CaptureError(
            .unsupported, path: path, problem: "only uncompressed recordings can be followed",
            advice: "wait until it is complete, then leave out --follow")
    }

    private static func checkCancellation(_ path: String) throws(CaptureError) {
        if Task.isCancelled {
            throw CaptureError(.interrupted, path: path, problem: "it was interrupted", advice: "start it again")
        }
    }

    func read(into block: inout AudioBlock) throws(CaptureError) -> Int {
        block.frames = 0
        block.nonFiniteSamples = 0
        let wait = Wait(seconds: idleSeconds)
        while true {
            if known - position < frameBytes { look() }
            let frames = (known - position) / frameBytes
            if frames > 0 {
                let got = try file.read(into: &block, upTo: Int(min(frames, Int64(block.capacity))))
                position += Int64(got) * frameBytes
                return got
            }
            if hasEnded { return 0 }
            try Self.checkCancellation(path)
            if wait.isOver || end?.isOff == true {
                hasEnded = true
            } else if watch?.wait(milliseconds: Self.waitMilliseconds) == .closed {
                hasEnded = true
            }
        }
    }

    /// Finds out how far the samples reach by now.
    private func look() {
        if isRaw {
            known = descriptor.status().bytes
        } else if let layout = try? SampleLayout.parse(FileBytes(descriptor)).get(),
            layout.ranges[0].lowerBound <= position
        {
            known = max(known, layout.ranges[0].upperBound)
            // What a file lacks while it is written is no damage; what it lacks in the end is.
            if hasEnded { salvage = layout.salvage }
        }
    }

    private var isRaw: Bool { format.container == "raw" }
}

/// A time that runs out.
private struct Wait {
    private let deadline: ContinuousClock.Instant

    init(seconds: Double) { deadline = .now + .seconds(seconds) }

    var isOver: Bool { .now > deadline }
}
