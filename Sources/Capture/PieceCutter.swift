// PieceCutter: pieces of a memo into files of their own, sample for sample.

/// Cuts pieces in the order in which they lie in the memo, which is read once, wherever it comes from.
public final class PieceCutter {
    private let source: any BlockSource
    private var block: AudioBlock
    /// Number of the block's first frame.
    private var position: Int64 = 0

    public init(_ source: any BlockSource) {
        // Pieces are cut out of what was read, whatever the limit was.
        self.source = (source as? BoundedSource)?.whole ?? source
        block = AudioBlock(capacity: max(64, 65_536 / source.format.channels), channels: source.format.channels)
    }

    /// Copies frames into a writer.
    /// - Parameter frames: not before those of the last call.
    /// - Throws: `readFailed` when the memo ends before; what writing throws.
    public func copy(frames: Range<Int64>, to writer: SoundFileWriter) throws(CaptureError) {
        if let file = source as? SoundFile { return try file.copy(frames: frames, to: writer) }
        precondition(frames.lowerBound >= position, "pieces are cut in order")
        var next = frames.lowerBound
        while next < frames.upperBound {
            let end = position + Int64(block.frames)
            guard next < end else {
                position = end
                guard try source.read(into: &block) > 0 else {
                    throw CaptureError(
                        .readFailed, path: source.path, problem: "it ends before the piece that was asked for",
                        advice: "convert it to WAV or FLAC first")
                }
                continue
            }
            let count = min(end, frames.upperBound) - next
            try write(from: Int(next - position), frames: Int(count), to: writer)
            next += count
        }
    }

    private func write(from first: Int, frames: Int, to writer: SoundFileWriter) throws(CaptureError) {
        let samples = block.samples[first * block.channels..<(first + frames) * block.channels]
        if source.format.isInteger {
            // Up to 24 bits a float holds an integer exactly, so that this is the one it came from.
            let integers = samples.map { Int32(max(-2_147_483_648, min(2_147_483_520, $0 * 2_147_483_648))) }
            return try writer.write(integers: integers, frames: Int64(frames))
        }
        var part = AudioBlock(capacity: frames, channels: block.channels)
        part.samples.replaceSubrange(0..<samples.count, with: samples)
        part.frames = frames
        try writer.write(part)
    }
}
