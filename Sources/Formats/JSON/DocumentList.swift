// DocumentList: JSON documents one after the other: one object for one memo, an array for several.

import Capture
import Pipeline

package struct DocumentList {
    private let output: any ByteDestination
    private let isArray: Bool
    private var count = 0

    package init(output: any ByteDestination, isArray: Bool) {
        self.output = output
        self.isArray = isArray
    }

    package mutating func append(_ body: (inout JSONWriter) -> Void) throws(CaptureError) {
        if isArray { try output.write(count == 0 ? "[\n" : ",\n") }
        count += 1
        try output.write(endsLine: !isArray, json: body)
        try output.flush()
    }

    package func end() throws(CaptureError) {
        if isArray { try output.write(count == 0 ? "[]\n" : "\n]\n") }
        try output.flush()
    }
}
