// TOMLTests: what files of budgets may look like in TOML, what is said of text that is none, and that nothing ends the process.

import Latency
import Pipeline
import TestSignals
import Testing

@Suite struct TOMLTests {
    private static func problem(_ text: String) -> String? {
        do {
            _ = try BudgetFile(text: text, path: "b.toml")
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Every way to say the same.
    @Test(arguments: [
        "budgets.immediate = \"80ms\"", "budgets . immediate = '80ms'", "\"budgets\".'immediate' = \"80ms\"",
        "budgets = { immediate = \"80ms\" }", "budgets={immediate='80ms'}# a comment",
        "[ budgets ]  # a comment\r\n\timmediate\t=\t\"80ms\"\r\n", "\u{FEFF}[budgets]\nimmediate = \"80ms\"",
        "[budgets]\n\n# immediate = 1\nimmediate = \"\"\"80ms\"\"\"", "[budgets]\nimmediate = \'\'\'\n80ms\'\'\'",
        "[budgets]\nimmediate = \"8\\u0030\\U0000006Ds\"", "[budgets]\nimmediate = \"\"\"80\\\n\n   ms\"\"\"",
    ])
    func `a budget is read however it is written`(text: String) throws {
        var budgets = Budgets()
        try BudgetFile(text: text, path: "b.toml").apply(to: &budgets)
        #expect(budgets[.immediate] == .milliseconds(80))
    }

    @Test func `a list may take several lines, with comments and a last comma`() throws {
        let text = "require = [ # what must hold\n  'failed.count == 0', # none\n\n  \"total.p50 < 1s\",\n]\n"
        #expect(
            try BudgetFile(text: text, path: "b").requirements.map(\.text) == ["failed.count == 0", "total.p50 < 1s"])
    }

    /// A bracket alone ended the process once, by an assertion of the parser that was used.
    @Test(arguments: [
        ("[", "line 1, column 2: this is no TOML: a key should stand here"), ("[[", "line 1, column 3"),
        ("[budgets", "line 1, column 9: this is no TOML: a ] is missing behind the table's name"),
        ("[[budgets]", "line 1, column 11"), ("[]", "line 1, column 2"), ("[.]", "line 1, column 2"),
        ("[a.]", "line 1, column 4"), ("=", "line 1, column 1"),
        ("a", "line 1, column 2: this is no TOML: an = is missing"),
        ("a =", "line 1, column 4: this is no TOML: a value should stand here"), ("a = [", "line 1, column 6"),
        ("a = [1", "line 1, column 7: this is no TOML: a comma or a ] is missing"), ("a = [,]", "line 1, column 6"),
        ("a = {", "line 1, column 6"), ("a = { b = 1", "line 1, column 12"), ("a = { b = 1, }", "line 1, column 14"),
        ("a = \"", "line 1, column 5: this is no TOML: this text is never closed"),
        ("a = \"b\n\"", "not closed on its line"),
        ("a = \'\'\'b", "never closed"), ("a = \"\"\"b\"\"", "never closed"), ("a = \"\\", "line 1, column 6"),
        ("a = \"\\q\"", "no such escape"), ("a = \"\\u12", "no such escape"), ("a = \"\\uD800\"", "no such escape"),
        ("a = \"\\u+123\"", "no such escape"),
        ("a = 1 b = 2", "line 1, column 7: this is no TOML: the line should end"),
        ("é = 1", "line 1, column 1: this is no TOML: a key should stand here"), ("a = 'é' 1", "line 1, column 9"),
        ("a = \u{0}", "line 1, column 5"), ("# \u{1}", "control character"), ("a = '\u{7F}'", "control character"),
        ("\"\"\"a\"\"\" = 1", "a key is no text of several lines"), ("a = 1\r", "line 1, column 6"),
        ("[a]\n[a]", "line 2, column 1: this is no TOML: “a” is there already"), ("a = 1\n[a]", "“a” is there already"),
        ("a.b = 1\n[a]", "“a” is there already"), ("[a.b]\n[a]\nb.c = 1", "line 3, column 1"),
        ("a = {b = 1}\na.c = 1", "“a” is there already"), ("a = {b.c = 1}\n[a.b.d]", "“a” is there already"),
        ("[[a]]\n[a]", "“a” is there already"), ("a = []\n[[a]]", "“a” is there already"),
    ])
    func `what is no TOML is told with its place`(text: String, words: String) throws {
        let problem = try #require(Self.problem(text))
        #expect(problem.hasPrefix("b.toml: ") && problem.contains(words), "\(problem)")
        #expect(problem.contains("this is no TOML"), "\(problem)")
    }

    /// TOML that is right, and says what no file of budgets may.
    @Test(arguments: [
        "a = +1_000", "a = 0xFF", "a = -1.5e3", "a = nan", "a = 07:32:00", "a = 1979-05-27 07:32:00Z", "a = false",
        "a = {}", "a = [[1], {b = 2}, ]", "[a.b]\n[a]", "[[a]]\n[a.b]\n[[a]]\n[a.b]", "[a]\nb.c = 1\n[a.b.d]",
        "a.b = 1\na.c = 2", "a = \"\"\"\"b\"\"\"\"\"",
    ])
    func `all of TOML is known`(text: String) {
        #expect(Self.problem(text)?.contains("a: there is no such key") == true, "\(Self.problem(text) ?? "nothing")")
    }

    @Test func `tables of many and keys of other kinds are named as what they are`() {
        #expect(Self.problem("[[budgets]]\nimmediate = \"1s\"")?.contains("budgets: this is a list of tables") == true)
        #expect(Self.problem("[budgets.immediate]")?.contains("budgets.immediate: this is a table") == true)
    }

    /// Whatever is changed, cut or put in: an answer, never the end of the process.
    @Test(.timeLimit(.minutes(10)), arguments: ["b.toml", "b.json"])
    func `no bytes end the process`(path: String) {
        let seeds = [
            "require = [\"total.p50 < 1s\", 'failed.count == 0',]\n[budgets]\nimmediate = \"8\\u0030ms\" # of it\n",
            "[[a.\"b\"]]\nc.d = {e = [1, 2.5e3], f = 1979-05-27 07:32:00}\ng = \"\"\"x\\\n  y\"\"\"\nh = \'\'\'z\'\'\'\r\n",
            "{\"budgets\": {\"immediate\": \"80ms\", \"a\": [1e9, null, true]}, \"require\": [\"\\ud83d\\ude00\"]}",
        ].map { Array($0.unicodeScalars) }
        let odd: [Unicode.Scalar] = Array("[]{}=.,\"'\\#\n\r\t \u{0}\u{7F}\u{FEFF}é0aZ_-+:ue".unicodeScalars)
        var random = SeededGenerator(seed: 13)
        for round in 0..<30_000 {
            var text = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0..<4, using: &random) where !text.isEmpty {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text[place] = odd.randomElement(using: &random) ?? "["
                case 1: text.insert(odd.randomElement(using: &random) ?? "[", at: place)
                case 2: text.removeSubrange(place...)
                default: text.remove(at: place)
                }
            }
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: text)
            _ = Self.problem(path == "b.toml" ? String(scalars) : "{" + String(scalars))
        }
    }
}
