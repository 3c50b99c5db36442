// Spectrogram: a whole memo as at most a thousand columns of bands.

import Foundation

/// Loudest level of each band in each column, for a picture.
public struct Spectrogram: Sendable, Equatable {
    public static let bandCount = 56
    /// Hz.
    public static let range = 80.0...8000.0

    public var secondsPerColumn: Double
    /// Frequencies of the bands, in Hz, rising; fewer where the sample rate has no sound.
    public var frequencies: [Double]
    /// dBFS, a row of bands per column.
    public var levels: [Float]

    public var columns: Int { frequencies.isEmpty ? 0 : levels.count / frequencies.count }
}

/// Builds a spectrogram of a memo whose length is not known: when the columns are full, neighbours are merged. Memory
/// stays the same.
struct SpectrogramBuilder {
    private static let maximumColumns = 1024

    private let bands: BandLayout
    private var scratch: [Float]
    private var column: [Float]
    private var powers: [Float] = []
    private var framesPerColumn = 1
    private var framesInColumn = 0
    /// Frames from a window's centre to its end: so many at first have their centre before the memo, and so many of silence
    /// must follow it, as far as it was whole.
    let reach: Int
    private var early: Int

    init(spectrum: FrameSpectrum) {
        let edges = BandLayout.melEdges(
            count: Spectrogram.bandCount, range: Spectrogram.range, limit: Double(spectrum.time.sampleRate) / 2)
        bands = BandLayout(edges: edges, binWidth: spectrum.binWidth, scale: nil)
        scratch = [Float](repeating: 0, count: bands.count)
        column = scratch
        reach = TimeBase.frames(spectrum.centreOffset)
        early = reach
    }

    mutating func push(_ spectrum: FrameSpectrum) {
        guard early == 0 else {
            early -= 1
            return
        }
        bands.apply(spectrum.magnitude, into: &scratch)
        for band in column.indices { column[band] = max(column[band], scratch[band]) }
        framesInColumn += 1
        if framesInColumn == framesPerColumn { closeColumn() }
    }

    private mutating func closeColumn() {
        powers.append(contentsOf: column)
        for band in column.indices { column[band] = 0 }
        framesInColumn = 0
        guard powers.count == Self.maximumColumns * column.count, !column.isEmpty else { return }
        for pair in 0..<Self.maximumColumns / 2 {
            for band in column.indices {
                let first = 2 * pair * column.count + band
                powers[pair * column.count + band] = max(powers[first], powers[first + column.count])
            }
        }
        powers.removeLast(powers.count / 2)
        framesPerColumn *= 2
    }

    /// The columns so far; the last may be shorter than the others.
    var spectrogram: Spectrogram {
        let rest = framesInColumn > 0 ? column : []
        return Spectrogram(
            secondsPerColumn: TimeBase.seconds(frames: framesPerColumn), frequencies: bands.centres,
            levels: (powers + rest).map { 2 * flooredDecibels($0) })
    }
}
