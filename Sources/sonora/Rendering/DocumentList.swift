// DocumentList: JSON documents on standard output: one object for one memo, an array for several.

import Capture
import Pipeline

struct DocumentList {
    private let output: StandardOutput
    private let isArray: Bool
    private var count = 0

    init(output: StandardOutput, isArray: Bool) {
        self.output = output
        self.isArray = isArray
    }

    mutating func append(_ write: (inout JSONWriter) -> Void) throws(CaptureError) {
        if isArray { try output.write(count == 0 ? "[\n" : ",\n") }
        count += 1
        let output = output
        let drain = ByteDrain { (bytes) throws(CaptureError) in try output.write(bytes: bytes) }
        var json = JSONWriter { drain.take(&$0) }
        write(&json)
        if isArray { json.flush() } else { json.endLine() }
        try drain.check()
        try output.flush()
    }

    func end() throws(CaptureError) {
        if isArray { try output.write(count == 0 ? "[]\n" : "\n]\n") }
        try output.flush()
    }
}
