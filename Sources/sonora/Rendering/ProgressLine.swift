// ProgressLine: how far a memo is, on the line that a person is looking at.

import Capture
import Formats
import Pipeline

enum ProgressLine {
    static func show(_ progress: Progress) {
        guard let duration = progress.duration, let share = progress.fraction else {
            StandardError.progress(Numbers.clock(progress.seconds))
            return
        }
        let bar = Picture.bar(share, columns: 24)
        StandardError.progress(
            "\(Aligned.right(Numbers.fixed(share * 100, 0), 3)) % ▕\(bar)▏ "
                + "\(Numbers.clock(progress.seconds)) of \(Numbers.clock(duration))")
    }
}
