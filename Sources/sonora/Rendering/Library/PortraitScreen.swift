// PortraitScreen: all that a library knows of one memo, on a terminal.

import Capture
import Formats
import Library

struct PortraitScreen {
    let lines: PortraitLines
    let style: Style

    var text: String {
        lines.lines.map { name, values in
            let shown = values.map(\.printable).joined(separator: " · ")
            let value = name == "failed" ? style.red(shown) : name == "memo" ? style.bold(shown) : shown
            return "\(style.dim(Aligned.left(name, 11))) \(value)\n"
        }.joined()
    }
}
