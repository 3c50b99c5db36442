// Picture: a memo drawn in the characters of a terminal.

import Analysis
import Capture
import Formats

enum Picture {
    private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    /// Levels from here to full scale are drawn. Fixed, so that a quiet memo looks quiet.
    private static let lowest = -60.0

    /// Two lines of bars, one column per equal share of the memo, on a decibel scale from −60 dBFS to full scale.
    static func waveform(_ overview: WaveformOverview, duration: Double, columns: Int) -> [String] {
        var peaks = [Float](repeating: 0, count: columns)
        for (index, (low, high)) in zip(overview.minima, overview.maxima).enumerated() {
            let time = Double(index) * overview.secondsPerPair
            let last = min(columns - 1, Int((time + overview.secondsPerPair) / duration * Double(columns)))
            let first = min(columns - 1, Int(time / duration * Double(columns)))
            for column in first...max(first, last) { peaks[column] = max(peaks[column], max(-low, high)) }
        }
        let heights = peaks.map { peak -> Int in
            guard let level = decibels(amplitude: Double(peak)), level > lowest else { return 0 }
            return min(16, Int(((level - lowest) / -lowest * 16).rounded(.up)))
        }
        return [
            String(heights.map { blocks[max(0, $0 - 8)] }), String(heights.map { blocks[min(8, $0)] }),
        ]
    }

    /// One line that is drawn where segments are, with a gap between neighbours.
    static func segments(_ segments: [Segment], duration: Double, columns: Int) -> String {
        var line = [Character](repeating: " ", count: columns)
        for segment in segments {
            let first = min(columns - 1, Int(segment.span.start / duration * Double(columns)))
            let end = min(columns, Int((segment.span.end / duration * Double(columns)).rounded(.up)))
            for column in first..<max(first + 1, end) { line[column] = "━" }
            if first > 0 && line[first - 1] == "━" { line[first] = "╺" }
        }
        return String(line)
    }

    /// Times below a picture: start, middle, end.
    static func axis(duration: Double, columns: Int) -> String {
        let (start, middle, end) = (Numbers.clock(0), Numbers.clock(duration / 2), Numbers.clock(duration))
        let gap = columns - start.count - middle.count - end.count
        guard gap >= 2 else { return "\(start) … \(end)" }
        let left = columns / 2 - start.count - middle.count / 2
        return start + String(repeating: " ", count: left) + middle
            + String(repeating: " ", count: max(1, gap - left)) + end
    }

    /// A line of bars for levels 0…1.
    static func bloom(_ levels: ArraySlice<Float>) -> String {
        String(levels.map { blocks[min(8, Int(($0 * 8).rounded(.up)))] })
    }

    /// A bar filled to a share of its width.
    static func bar(_ share: Double, columns: Int) -> String {
        let eighths = Int(min(1, max(0, share)) * Double(columns) * 8)
        let partial: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        var text = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { text.append(partial[eighths % 8]) }
        return Aligned.left(text, columns)
    }
}
