// WriteOption: further files that a batch writes for each memo, as `segments:srt,levels:audiowaveform`.

import Analysis
import ArgumentParser
import Capture
import Formats
import Library

/// One of the kinds of file, each with the command that prints the same.
enum WriteOption {
    static let names =
        ["segments", "activity", "turns"].map { "\($0):\(SegmentFormat.names.replacing(", ", with: "|"))" }
        + ["levels:text|csv|json|audiowaveform|audiowaveform-dat", "onsets:text"]

    /// - Throws: `ValidationError` that names what is there.
    static func parse(_ lists: [String]) throws -> [ExtraFormat] {
        var formats: [ExtraFormat] = []
        for name in lists.flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard let format = format(name) else {
                throw ValidationError("--write: there is no “\(name)”; there are \(names.joined(separator: ", ")).")
            }
            if !formats.contains(where: { $0.suffix == format.suffix }) { formats.append(format) }
        }
        return formats
    }

    private static func format(_ name: String) -> ExtraFormat? {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "segments", "activity", "turns":
            guard let kind = SegmentTable.Kind(rawValue: parts[0]), let format = SegmentFormat(rawValue: parts[1])
            else {
                return nil
            }
            return table(kind, format)
        case "levels": return LevelsFormat(rawValue: parts[1]).map(levels)
        case "onsets": return parts[1] == "text" ? onsets : nil
        default: return nil
        }
    }

    private static func table(_ kind: SegmentTable.Kind, _ format: SegmentFormat) -> ExtraFormat {
        ExtraFormat(
            name: "\(kind.rawValue):\(format.rawValue)", suffix: ".\(kind.rawValue).\(format.fileExtension)",
            namesMemo: format == .json || format == .rttm
        ) { (result, file) throws(CaptureError) in
            let table = SegmentTable(kind, of: result.measurements, path: result.path)
            try telling(file.write(Array(format.render(table).utf8)))
        }
    }

    private static func levels(_ format: LevelsFormat) -> ExtraFormat {
        ExtraFormat(
            name: "levels:\(format.rawValue)", suffix: ".levels.\(format.fileExtension)", namesMemo: format == .json
        ) { (result, file) throws(CaptureError) in
            let output = StagedOutput(file)
            try format.write(result.measurements, path: result.path, to: output)
            try output.flush()
        }
    }

    private static var onsets: ExtraFormat {
        ExtraFormat(name: "onsets:text", suffix: ".onsets.txt", namesMemo: false) {
            (result, file) throws(CaptureError) in
            let output = StagedOutput(file)
            for onset in result.measurements.onsets {
                try output.write(OnsetRow(time: onset.time).line(hasStrength: false))
            }
            try output.flush()
        }
    }
}
