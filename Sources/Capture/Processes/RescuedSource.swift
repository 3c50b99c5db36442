// RescuedSource: a FLAC that libsndfile gives up at its first broken frame, read on by ffmpeg from there.

/// Both decode FLAC to the very same numbers, so that the one can go on where the other has stopped: the longer one wins.
/// What was lost in between is silence, so that what follows keeps its time. Used by one task at a time.
final class RescuedSource: BlockSource {
    private let first: any BlockSource
    private var second: FFmpegSource?
    private var framesRead: Int64 = 0
    private var hasAsked = false
    /// Why the first gave nothing at all.
    private var refusal: CaptureError?
    /// Frames of the second that the first had given already, and those that it had not.
    private var framesPassed: Int64 = 0
    private var framesGained: Int64 = 0
    private(set) var salvage: Salvage?

    /// The source itself where nothing is gained by reading it twice.
    static func watching(_ source: any BlockSource) -> any BlockSource {
        source.format.container == "flac" ? RescuedSource(source) : source
    }

    private init(_ first: any BlockSource) {
        self.first = first
        salvage = first.salvage
    }

    var path: String { first.path }
    var format: AudioFormat { first.format }
    var tags: SourceTags { first.tags }
    var isLive: Bool { first.isLive }
    var canLookAround: Bool { first.canLookAround }

    func stretches(at starts: [Int64], frames: Int) throws(CaptureError) -> (any StretchSource)? {
        try first.stretches(at: starts, frames: frames)
    }

    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        guard second == nil else { return try readOn(into: &block) }
        do {
            let frames = try first.decode(into: &block)
            framesRead += Int64(frames)
            if frames > 0 { return frames }
        } catch {
            // The first frame of all was broken.
            guard error.code == .readFailed, framesRead == 0, try askFFmpeg() else { throw error }
            refusal = error
            return try readOn(into: &block)
        }
        salvage = first.salvage
        guard isCutShort, try askFFmpeg() else { return 0 }
        return try readOn(into: &block)
    }

    private var isCutShort: Bool {
        guard salvage != nil, let declared = format.declaredDuration else { return false }
        return Salvage.isLarge(declared - Double(framesRead) / Double(format.sampleRate), of: declared)
    }

    /// Whether ffmpeg is there and takes it for the same sound.
    private func askFFmpeg() throws(CaptureError) -> Bool {
        guard !hasAsked else { return false }
        hasAsked = true
        do {
            second = try FFmpegSource(path: path, givenUpBy: first)
        } catch {
            if error.code == .interrupted { throw error }
        }
        return second != nil
    }

    /// Passes over what was read already, and gives what is behind it.
    private func readOn(into block: inout AudioBlock) throws(CaptureError) -> Int {
        guard let second else { return 0 }
        while true {
            let got: Int
            do {
                got = try second.decode(into: &block)
            } catch {
                // Nothing came of it: then the first word counts.
                if error.code == .interrupted { throw error }
                if let refusal { throw refusal }
                block.frames = 0
                return 0
            }
            if got == 0 {
                if framesGained > 0 { salvage = rescued }
                return 0
            }
            let passed = Int(min(Int64(got), framesRead - framesPassed))
            framesPassed += Int64(passed)
            guard passed < got else { continue }
            // By hand: a slice of the array would make it copy itself.
            let skipped = passed * block.channels
            if skipped > 0 {
                for index in 0..<(got - passed) * block.channels {
                    block.samples[index] = block.samples[skipped + index]
                }
            }
            block.frames = got - passed
            framesGained += Int64(block.frames)
            return block.frames
        }
    }

    private var rescued: Salvage {
        let frames = framesRead + framesGained
        func seconds(_ frames: Int64) -> String { Salvage.seconds(frames, sampleRate: format.sampleRate) }
        return Salvage(
            kind: "damaged",
            detail: "a part of it is damaged: libsndfile stopped after \(seconds(framesRead)), ffmpeg read on to "
                + "\(seconds(frames)); what is lost in between is silence",
            secondsRecovered: Double(frames) / Double(format.sampleRate))
    }
}
