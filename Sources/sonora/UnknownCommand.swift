// UnknownCommand: a first word that is no command, answered by what was probably meant.

import ArgumentParser
import Capture

enum UnknownCommand {
    /// What to say of arguments that name no command, nor one to get help on; `nil` where they do, or begin with an option.
    static func advice(for words: [String]) -> String? {
        // The word behind help is a command, too.
        guard let word = words.first == "help" ? words.dropFirst().first : words.first else { return nil }
        return advice(for: word, isFile: words.first != "help")
    }

    private static func advice(for word: String, isFile: Bool) -> String? {
        let names = Sonora.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !word.hasPrefix("-"), word != "help", !names.contains(word) else { return nil }
        let shown = word.printable
        if isFile && Memo(path: word).exists {
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
