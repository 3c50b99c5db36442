// BloomText: bloom frames as lines.

import Analysis
import Capture

enum BloomText {
    /// In a pipe: time, level and scale per frame. On a terminal: a second per line, drawn.
    static func write(_ bloom: BloomTrack, to output: StandardOutput, terminal: Terminal) throws {
        guard terminal.isInteractive else {
            for frame in bloom.level.indices {
                let time = Double(frame) / Double(bloom.framesPerSecond)
                try output.write(
                    "\(Numbers.fixed(time, 6))\t\(Numbers.fixed(Double(bloom.level[frame]), 4))\t"
                        + "\(Numbers.fixed(Double(bloom.scale[frame]), 4))\n")
            }
            return
        }
        for first in stride(from: 0, to: bloom.level.count, by: bloom.framesPerSecond) {
            let line = bloom.level[first..<min(first + bloom.framesPerSecond, bloom.level.count)]
            let time = Numbers.right(Numbers.clock(Double(first / bloom.framesPerSecond)), 9)
            try output.write("\(terminal.style.dim(time)) \(terminal.style.blue(Picture.bloom(line)))\n")
        }
    }

    /// With the ring of the frame, if there is one.
    static func writeCSV(_ bloom: BloomTrack, to output: StandardOutput) throws {
        try output.write("time,level,scale,ringScale,ringOpacity\n")
        var ring = -1
        for frame in bloom.level.indices {
            let time = Double(frame) / Double(bloom.framesPerSecond)
            while ring + 1 < bloom.rings.count && bloom.rings[ring + 1] <= time { ring += 1 }
            let drawn = ring >= 0 ? BloomRing(elapsed: time - bloom.rings[ring]) : nil
            let columns = [
                Numbers.fixed(time, 6), Numbers.fixed(Double(bloom.level[frame]), 4),
                Numbers.fixed(Double(bloom.scale[frame]), 4), drawn.map { Numbers.fixed($0.scale, 4) } ?? "",
                drawn.map { Numbers.fixed($0.opacity, 4) } ?? "",
            ]
            try output.write(columns.joined(separator: ",") + "\n")
        }
    }
}
