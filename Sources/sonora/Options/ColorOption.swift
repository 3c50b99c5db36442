// ColorOption: whether there are colours, in every command.

import ArgumentParser

struct ColorOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Colours: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "when"))
    var color = ColorChoice.auto

    /// Whatever is printed from here on obeys it.
    func validate() throws { ColorChoice.current.withLock { $0 = color } }
}

extension ColorChoice: ExpressibleByArgument {}
