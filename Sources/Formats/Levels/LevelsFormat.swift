// LevelsFormat: the formats that the bloom and the waveform of a memo are written in.

import Analysis
import Capture

/// How levels can be written.
public enum LevelsFormat: String, CaseIterable, Sendable {
    /// A line for each bloom frame, with tabs.
    case text
    /// The levels of the result document.
    case json
    /// A line for each bloom frame, with its ring.
    case csv
    /// Min/max pairs, as the program audiowaveform stores them.
    case audiowaveform
    /// The same, binary.
    case audiowaveformDat = "audiowaveform-dat"

    /// Samples of each min/max pair, where nobody says how many.
    public static let usualSamplesPerPixel = WaveformFile.usualSamplesPerPixel

    /// Whether it shows min/max pairs, which `AnalysisParameters.samplesPerPixel` asks for; else the bloom.
    public var isPairs: Bool { self == .audiowaveform || self == .audiowaveformDat }

    /// What names of files in this format end in.
    public var fileExtension: String {
        switch self {
        case .text: "txt"
        case .audiowaveform: "audiowaveform.json"
        case .audiowaveformDat: "dat"
        case .json, .csv: rawValue
        }
    }

    /// Writes the whole document; the destination is not flushed.
    /// - Parameters:
    ///   - path: names the memo in formats that do.
    ///   - bits: of each value of a min/max pair, 8 or 16.
    /// - Throws: what the destination throws.
    public func write(
        _ measurements: Measurements, path: String, bits: Int = 16, to output: some ByteDestination
    ) throws(CaptureError) {
        switch self {
        case .text: try BloomLines.writePlain(measurements.bloom, to: output)
        case .csv: try BloomLines.writeCSV(measurements, to: output)
        case .json: try output.write(json: LevelsDocument(path: path, measurements: measurements).write)
        case .audiowaveform: try WaveformFile(measurements, bits: bits).writeJSON(to: output)
        case .audiowaveformDat: try WaveformFile(measurements, bits: bits).writeBinary(to: output)
        }
    }
}
