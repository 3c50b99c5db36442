// BatchView: who shows a run on standard error: a moving picture on a terminal, lines elsewhere.

import Capture
import Library
import Pipeline

struct BatchView {
    private static let tick = Duration.milliseconds(200)

    let observer: any BatchObserver
    private let screen: BatchScreen?
    private let tasks: [Task<Void, Never>]

    static func forStandardError(_ work: BatchWork, settings: BatchSettings) -> BatchView {
        guard StandardError.terminal.isInteractive else {
            return BatchView(observer: BatchLines(total: work.items.count), screen: nil, tasks: [])
        }
        let screen = BatchScreen(work, jobs: settings.jobs, tellsAll: settings.retries.waitsForWriters)
        let paths = work.items.map(\.path)
        let ticking = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: tick)
                screen.tick()
            }
        }
        let survey = Task.detached(priority: .background) {
            for (order, path) in paths.enumerated() where !Task.isCancelled {
                if let seconds = Memo(path: path).durationByHeader() { screen.note(order, seconds: seconds) }
            }
        }
        return BatchView(observer: screen, screen: screen, tasks: [ticking, survey])
    }

    /// Says something that is about no memo.
    var note: @Sendable (String) -> Void {
        if let screen { { screen.note($0) } } else { { StandardError.note($0) } }
    }

    /// Takes the picture away.
    func end() {
        for task in tasks { task.cancel() }
        screen?.end()
    }
}
