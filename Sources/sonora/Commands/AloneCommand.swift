// AloneCommand: what a batch calls this program again for: one memo, with the settings of the batch.

import Capture
import Files
import Library

/// Not for people: `batch-alone-for-sonora KEY MEMO FOLDER`, and behind it what the batch was called with.
enum AloneCommand {
    static func run(_ words: [String]) async -> Int32 {
        guard words.count > 3, let parsed = try? Sonora.parseAsRoot(Array(words[3...])),
            let batch = parsed as? BatchCommand, let settings = try? batch.settings()
        else { return ExitStatus.usage }
        LoneProcess.limit()
        let isDone = await LoneMemo(key: words[0], path: words[1], folder: words[2]).work(settings)
        return isDone ? ExitStatus.success : ExitStatus.failure
    }
}
