// BloomLines: bloom frames as lines, with tabs and as CSV.

import Analysis
import Capture

package enum BloomLines {
    /// Time, level and scale, with tabs.
    package static func writePlain(_ bloom: BloomHistory, to output: some ByteDestination) throws(CaptureError) {
        for (frame, (level, scale)) in zip(bloom.level, bloom.scale).enumerated() {
            let time = Double(frame) / Double(bloom.framesPerSecond)
            try output.write(
                "\(Numbers.fixed(time, 6))\t\(Numbers.fixed(Double(level), 4))\t"
                    + "\(Numbers.fixed(Double(scale), 4))\n")
        }
    }

    /// With the ring of the frame, if there is one.
    package static func writeCSV(_ measurements: Measurements, to output: some ByteDestination) throws(CaptureError) {
        try csvRows(of: measurements) { (row) throws(CaptureError) in try output.write(CSV.line(row)) }
    }

    /// A row that names the columns, and one for each frame.
    package static func csvRows(
        of measurements: Measurements, _ write: ([String]) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        let bloom = measurements.bloom
        try write(["time", "level", "scale", "ringScale", "ringOpacity"])
        var coming = measurements.rings.makeIterator()
        var next = coming.next()
        var ring: Double?
        for (frame, (level, scale)) in zip(bloom.level, bloom.scale).enumerated() {
            let time = Double(frame) / Double(bloom.framesPerSecond)
            while let start = next, start <= time { (ring, next) = (start, coming.next()) }
            let drawn = ring.flatMap { BloomRing(elapsed: time - $0) }
            let columns = [
                Numbers.fixed(time, 6), Numbers.fixed(Double(level), 4),
                Numbers.fixed(Double(scale), 4), drawn.map { Numbers.fixed($0.scale, 4) } ?? "",
                drawn.map { Numbers.fixed($0.opacity, 4) } ?? "",
            ]
            try write(columns)
        }
    }
}
