// Terminal: what the other end of a descriptor can show.

import Capture
import Files
import Glibc
import Synchronization

/// When there are colours.
enum ColorChoice: String, CaseIterable {
    case auto, always, never

    /// What was asked for on the command line.
    static let current = Mutex(ColorChoice.auto)
}

/// A terminal, or the absence of one.
struct Terminal: Sendable {
    let isInteractive: Bool
    let style: Style
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1 && Self.environment("TERM") != "dumb"
        style =
            switch ColorChoice.current.withLock({ $0 }) {
            case .auto: Style(isOn: isInteractive && (Self.environment("NO_COLOR") ?? "").isEmpty)
            case .always: Style(isOn: true)
            case .never: Style(isOn: false)
            }
    }

    /// Columns; asked anew each time, as windows are resized.
    var width: Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return Self.environment("COLUMNS").flatMap(Int.init) ?? 80
    }

    /// Columns for sentences: what is wider is hard to read.
    var textWidth: Int { max(30, min(width, 120) - 1) }

    static var isStandardInputInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    static func environment(_ name: String) -> String? { FileName.environment(name) }
}

/// Colours, or none.
struct Style: Sendable {
    let isOn: Bool

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func blue(_ text: String) -> String { wrap(text, "34") }
    func cyan(_ text: String) -> String { wrap(text, "36") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
