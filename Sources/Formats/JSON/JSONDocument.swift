// JSONDocument: JSON that is written as it goes, to where results go, and as one text.

import Capture
import Pipeline

extension ByteDestination {
    /// Writes one JSON value, in pieces, so that a long document is never in memory as a whole.
    /// - Parameter endsLine: whether a line break ends it.
    package func write(
        endsLine: Bool = true, json body: (inout JSONWriter) -> Void
    ) throws(CaptureError) {
        let drain = ByteDrain { (bytes) throws(CaptureError) in try self.write(bytes: bytes) }
        var json = JSONWriter { drain.take(&$0) }
        body(&json)
        if endsLine { json.endLine() } else { json.flush() }
        try drain.check()
    }
}

extension JSONWriter {
    /// A whole document, ending with a line break.
    package static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        body(&json)
        json.endLine()
        return json.bytes
    }
}
