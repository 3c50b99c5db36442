// MemoPlot: everything that was heard in a memo, one above the other on one time axis, as an SVG file.

import Analysis
import Capture
import Files

public struct MemoPlot {
    private static let left = 96.0
    private static let width = 1064.0
    private static let gap = 18.0

    private let measurements: Measurements
    private let path: String
    private var svg = SVG(width: left + width + 24, height: 656)

    /// - Parameters:
    ///   - measurements: with the bloom, the evidence and the spectrogram, as `AnalysisParameters.keepsBloom`, `keepsEvidence` and
    ///     `keepsSpectrogram` ask for; a panel whose part is missing stays empty.
    ///   - path: the memo's; its name is the title.
    public init(_ measurements: Measurements, path: String) {
        self.measurements = measurements
        self.path = path
    }

    private var duration: Double { max(measurements.duration, 1e-3) }
    private func place(_ seconds: Double) -> Double {
        Self.left + min(max(seconds / duration, 0), 1) * Self.width
    }

    /// The whole file: SVG of 1184 by 656 units, which takes light or dark colours from the page that shows it.
    public func document() -> String {
        var plot = self
        return plot.draw()
    }

    private mutating func draw() -> String {
        let title = HTML.escape(FileName.display(path))
        svg.rect(0, 0, svg.width, svg.height, "page")
        svg.text(Self.left, 34, title, "title ink")
        svg.text(Self.left, 56, facts, "muted")
        var top = 76.0
        waveform(top, 110)
        top += 110 + Self.gap
        spectrogram(top, 190)
        top += 190 + Self.gap
        probability(top, 62)
        top += 62 + Self.gap
        lane("activity", measurements.activity.map { ($0, "") }, "activity", top)
        top += 18 + Self.gap / 2
        let segments = measurements.segments.enumerated().map { ($1.span, "\($0 + 1)") }
        lane("segments", segments, "segment", top)
        top += 18 + Self.gap
        bloom(top, 62)
        axis(top + 62)
        let body = svg.element(title, facts)
        // A file of its own says what it is, and how it looks.
        let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" "
        return root
            + body.dropFirst("<svg ".count).replacing(
                "<desc>", with: "<style>\(PlotStyle.css)</style>\n<desc>", maxReplacements: 1)
    }

    private var facts: String {
        let active = measurements.activity.reduce(0) { $0 + $1.duration }
        return
            "\(Numbers.clock(measurements.duration)) · \(measurements.sampleRate) Hz · \(counted(measurements.segments.count, "segment")) · "
            + "\(Numbers.fixed(100 * active / duration, 0)) % active · \(counted(measurements.onsets.count, "onset")) · "
            + "\(counted(measurements.nuclei.count, "syllable"))"
    }

    private mutating func panel(_ name: String, _ top: Double, _ height: Double) {
        svg.rect(Self.left, top, Self.width, height, "panel")
        svg.text(Self.left - 12, top + height / 2 + 4, name, "ink", anchor: "end")
    }

    /// Extremes of the samples, and the onsets over them.
    private mutating func waveform(_ top: Double, _ height: Double) {
        panel("waveform", top, height)
        let overview = measurements.overview
        let middle = top + height / 2
        let largest = zip(overview.minima, overview.maxima).reduce(Float(1e-4)) { max($0, max(-$1.0, $1.1)) }
        let scale = height / 2 / Double(largest)
        var upper: [(x: Double, y: Double)] = []
        var lower: [(x: Double, y: Double)] = []
        for index in overview.maxima.indices {
            let x = place((Double(index) + 0.5) * overview.secondsPerPair)
            upper.append((x, middle - max(0.4, Double(max(overview.maxima[index], 0)) * scale)))
            lower.append((x, middle + max(0.4, Double(max(-overview.minima[index], 0)) * scale)))
        }
        if !upper.isEmpty { svg.path(upper + lower.reversed(), "wave") }
        for onset in measurements.onsets { svg.line(place(onset.time), top, place(onset.time), top + 16, "onset") }
        svg.text(Self.left - 12, top + 13, "onsets", "muted small", anchor: "end")
    }

    private mutating func spectrogram(_ top: Double, _ height: Double) {
        panel("", top, height)
        guard let spectrogram = measurements.spectrogram else { return }
        let shape = SpectrogramShape(
            spectrogram: spectrogram, x: Self.left, y: top, width: Self.width, height: height, duration: duration)
        for element in shape.elements { svg.shape(element) }
        for (hertz, name) in [(250.0, "250 Hz"), (500, "500 Hz"), (1000, "1 kHz"), (2000, "2 kHz"), (4000, "4 kHz")] {
            guard let y = shape.place(ofHertz: hertz) else { continue }
            svg.text(Self.left - 12, y + 4, name, "muted small", anchor: "end")
            svg.line(Self.left - 6, y, Self.left, y, "base")
        }
    }

    /// How sure the net is. The rules are never more or less sure; then the panel says so.
    private mutating func probability(_ top: Double, _ height: Double) {
        panel("speech", top, height)
        guard let track = measurements.evidence, track.probability(0) != nil else {
            svg.text(Self.left + 8, top + height / 2 + 4, "The rules give no probability.", "muted small")
            return
        }
        svg.line(Self.left, top + height / 2, Self.left + Self.width, top + height / 2, "grid")
        svg.text(Self.left - 12, top + 11, "100 %", "muted small", anchor: "end")
        svg.text(Self.left - 12, top + height, "0 %", "muted small", anchor: "end")
        let share = max(1, track.count / 1600)
        let points = stride(from: 0, to: track.count, by: share).map { first -> (x: Double, y: Double) in
            let steps = first..<min(first + share, track.count)
            let mean = steps.reduce(0) { $0 + (track.probability($1) ?? 0) } / Double(steps.count)
            return (
                place((Double(first) + Double(share) / 2) * EvidenceTrack.secondsPerStep), top + height * (1 - mean)
            )
        }
        svg.path(points, "odds")
    }

    private mutating func lane(_ name: String, _ spans: [(TimeSpan, String)], _ style: String, _ top: Double) {
        svg.text(Self.left - 12, top + 13, name, "ink", anchor: "end")
        svg.line(Self.left, top + 9, Self.left + Self.width, top + 9, "grid")
        for (span, label) in spans {
            let (start, end) = (place(span.start), place(span.end))
            svg.rect(start, top, max(1, end - start), 18, style)
            if end - start > 18 { svg.text((start + end) / 2, top + 13, label, "inside", anchor: "middle") }
        }
    }

    private mutating func bloom(_ top: Double, _ height: Double) {
        panel("bloom", top, height)
        let count = measurements.bloom.count
        guard count > 0 else { return }
        let share = max(1, count / 1000)
        var points: [(x: Double, y: Double)] = [(Self.left, top + height)]
        var highest: Float = 0
        for (index, level) in measurements.bloom.level.enumerated() {
            highest = max(highest, level)
            guard index % share == share - 1 || index == count - 1 else { continue }
            let seconds = Double(index) / Double(measurements.bloom.framesPerSecond)
            points.append((place(seconds), top + height * (1 - Double(highest))))
            highest = 0
        }
        points.append((points.last?.x ?? Self.left, top + height))
        svg.path(points, "bloom")
    }

    /// About eight times on round seconds, minutes or hours.
    private mutating func axis(_ top: Double) {
        let steps: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400]
        let step = steps.first { duration / $0 <= 10 } ?? (duration / 8)
        for tick in stride(from: 0, through: duration, by: step) {
            svg.line(place(tick), top, place(tick), top + 6, "base")
            svg.text(place(tick), top + 21, Numbers.clock(tick), "muted small", anchor: "middle")
        }
    }
}
