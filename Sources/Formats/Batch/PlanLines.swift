// PlanLines: what a batch would do, as lines or as JSON.

import Capture
import Files
import Pipeline

/// A line, or an object, for each name. What the output throws is told at the end.
package struct PlanLines {
    package enum Total {
        case count(Int)
        case hours(Double)
    }

    private let output: any ByteDestination
    private let format: EventFormat
    private var isFirst = true
    private var failure: CaptureError?

    package init(output: any ByteDestination, format: EventFormat) {
        (self.output, self.format) = (output, format)
    }

    package mutating func add(_ action: String, _ path: String, _ reason: String) {
        guard failure == nil else { return }
        do throws(CaptureError) {
            if format == .text { return try output.write("\(action)\t\(path.printable)\t\(reason.printable)\n") }
            var json = JSONWriter()
            json.object { json in
                json.field("action", action)
                json.field("path", FileName.display(path))
                json.field("pathEscaped", FileName.escaped(path))
                json.field("reason", reason)
            }
            if format == .json { try output.write(isFirst ? "{\"plan\":[\n" : ",\n") }
            try output.write(bytes: json.bytes)
            if format == .ndjson { try output.write("\n") }
            isFirst = false
        } catch {
            failure = error
        }
    }

    package mutating func end(totals: [(String, Total)]) throws(CaptureError) {
        if let failure { throw failure }
        if format == .text {
            for (name, value) in totals {
                let text =
                    switch value {
                    case .count(let count): "\(count)"
                    case .hours(let hours): Numbers.fixed(hours, 3)
                    }
                try output.write("total\t\(name)\t\(text)\n")
            }
        } else {
            var json = JSONWriter()
            json.object { json in
                for (name, value) in totals {
                    switch value {
                    case .count(let count): json.field(name, count)
                    case .hours(let hours): json.field(name, hours, decimals: 6)
                    }
                }
            }
            if format == .json { try output.write(isFirst ? "{\"plan\":[" : "\n") }
            try output.write(format == .json ? "],\"totals\":" : "{\"totals\":")
            try output.write(bytes: json.bytes)
            try output.write("}\n")
        }
        try output.flush()
    }
}
