// LevelsDocument: the levels of a memo as a document of their own.

import Analysis
import Capture
import Files
import Pipeline

struct LevelsDocument {
    let path: String
    let measurements: Measurements

    func write(to output: some ByteDestination) throws(CaptureError) {
        let drain = ByteDrain { (bytes) throws(CaptureError) in try output.write(bytes: bytes) }
        var json = JSONWriter { drain.take(&$0) }
        write(to: &json)
        json.endLine()
        try drain.check()
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memo", FileName.display(path))
            json.writeLevels(measurements)
        }
    }
}
