// UnknownCommand: a first word that is no command, answered by what was probably meant.

import ArgumentParser
import Capture

enum UnknownCommand {
    /// What to say of a first argument that names no command; `nil` where it does, or where it is an option.
    static func advice(for word: String?) -> String? {
        let names = Sonora.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return nil }
        let shown = word.printable
        if Memo(path: word).exists {
            return "“\(shown)” is a file, not a command; for all there is to know about it: sonora process \(shown)"
        }
        let nearest = names.max { commonStart($0, word) < commonStart($1, word) }
        guard let nearest, commonStart(nearest, word) >= 2 else {
            return "there is no command “\(shown)”; the commands are \(names.joined(separator: ", "))"
        }
        return "there is no command “\(shown)”; did you mean “\(nearest)”?"
    }

    private static func commonStart(_ one: String, _ other: String) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }
}
