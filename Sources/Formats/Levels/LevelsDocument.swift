// LevelsDocument: the levels of a memo as a document of their own.

import Analysis
import Capture
import Files
import Pipeline

package struct LevelsDocument {
    let path: String
    let measurements: Measurements

    package init(path: String, measurements: Measurements) {
        self.path = path
        self.measurements = measurements
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memo", FileName.display(path))
            json.writeLevels(measurements)
        }
    }
}
