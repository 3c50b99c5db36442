// BloomScreen: the bloom on a terminal: a second per line, drawn.

import Analysis
import Capture
import Formats

enum BloomScreen {
    /// In a pipe the lines for programs.
    static func write(_ bloom: BloomHistory, to output: some ByteDestination, terminal: Terminal) throws {
        guard terminal.isInteractive else { return try BloomLines.writePlain(bloom, to: output) }
        for first in stride(from: 0, to: bloom.count, by: bloom.framesPerSecond) {
            let second = bloom.track(first..<first + bloom.framesPerSecond)
            let time = Aligned.right(Numbers.clock(Double(first / bloom.framesPerSecond)), 9)
            try output.write("\(terminal.style.dim(time)) \(terminal.style.blue(Picture.bloom(second.level[...])))\n")
        }
    }
}
