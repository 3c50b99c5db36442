// SpectrogramShape: a spectrogram as a few translucent layers of rectangles, sharp at every size and without pixels.

import Analysis
import Capture

/// Each layer covers what is louder than one more step; where layers lie on each other, it is darker. So a picture has as many
/// shades as layers, takes its colour from the page's style, and needs no image format.
struct SpectrogramShape {
    /// dB from layer to layer, and how many there are: what is 56 dB below the loudest is left blank.
    private static let step: Float = 8
    private static let layers = 7
    private static let opacity = 0.24
    /// Most columns that a picture can show apart.
    private static let mostColumns = 700

    let spectrogram: Spectrogram
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// Seconds that the width stands for.
    let duration: Double

    /// One path per layer, of rectangles that run along time.
    var elements: [String] {
        let bands = spectrogram.frequencies.count
        let share = max(1, (spectrogram.columns + Self.mostColumns - 1) / Self.mostColumns)
        let columns = (spectrogram.columns + share - 1) / max(share, 1)
        guard bands > 0, columns > 0, let loudest = spectrogram.levels.max() else { return [] }
        let cells = (0..<columns * bands).map { cell -> Float in
            let (column, band) = (cell / bands, cell % bands)
            let parts = column * share..<min((column + 1) * share, spectrogram.columns)
            return parts.map { spectrogram.levels[$0 * bands + band] }.max() ?? loudest
        }
        let cellWidth = width * spectrogram.secondsPerColumn * Double(share) / duration
        let cellHeight = height / Double(bands)
        return (1...Self.layers).map { layer in
            let threshold = loudest - Self.step * Float(layer)
            var path = ""
            for band in 0..<bands {
                var start: Int?
                for column in 0...columns {
                    let isLoud = column < columns && cells[column * bands + band] > threshold
                    if isLoud, start == nil { start = column }
                    guard !isLoud, let first = start else { continue }
                    let left = x + Double(first) * cellWidth
                    let right = min(x + Double(column) * cellWidth, x + width)
                    let top = y + height - Double(band + 1) * cellHeight
                    let n = SVG.number
                    path += "M\(n(left)) \(n(top))h\(n(right - left))v\(n(cellHeight))H\(n(left))z"
                    start = nil
                }
            }
            return "<path d=\"\(path)\" class=\"heat\" fill-opacity=\"\(Numbers.fixed(Self.opacity, 2))\"/>"
        }
    }

    /// Where a frequency lies, from the top; `nil` outside.
    func place(ofHertz hertz: Double) -> Double? {
        let frequencies = spectrogram.frequencies
        guard let above = frequencies.firstIndex(where: { $0 >= hertz }), above > 0 else { return nil }
        let (low, high) = (frequencies[above - 1], frequencies[above])
        let band = Double(above - 1) + (hertz - low) / (high - low) + 0.5
        return y + height - band * height / Double(frequencies.count)
    }
}
