// FailureDocument: what stands in JSON in the place of a memo's result where there is none.

import Capture
import Files
import Pipeline

extension MemoFailure {
    /// How a document names its memo.
    package enum Naming {
        /// As result documents do: an object with its path.
        case object
        /// As documents of one kind of result do.
        case path
    }

    /// `{"schemaVersion", "memo", "error": {"code", "message", "advice"}}`.
    package func write(to json: inout JSONWriter, naming: Naming) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            switch naming {
            case .object:
                json.object("memo") { json in
                    json.field("path", FileName.display(path))
                    json.field("pathEscaped", FileName.escaped(path))
                }
            case .path: json.field("memo", FileName.display(path))
            }
            json.object("error") { json in
                json.field("code", code)
                json.field("message", problem)
                json.field("advice", advice)
            }
        }
    }
}
