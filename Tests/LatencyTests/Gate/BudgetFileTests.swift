// BudgetFileTests: files of budgets and requirements, and what is said of those that cannot be used.

import Latency
import Pipeline
import TestSignals
import Testing

@Suite struct BudgetFileTests {
    private static let toml = """
        # of the app
        require = ["immediate.p99 < 80ms", "failed.count == 0"]

        [budgets]
        immediate = "80ms"
        insights = "2.5s"
        """
    private static let json = """
        {"budgets": {"immediate": "80ms", "insights": "2.5s"}, "require": ["immediate.p99 < 80ms", "failed.count == 0"]}
        """

    @Test(arguments: [(toml, "b.toml"), (json, "b.json"), (json, "budgets"), (toml, "budgets")])
    func `both languages say the same`(text: String, path: String) throws {
        let file = try BudgetFile(text: text, path: path)
        #expect(file.requirements.map(\.text) == ["immediate.p99 < 80ms", "failed.count == 0"])
        var budgets = Budgets()
        file.apply(to: &budgets)
        #expect(budgets[.immediate] == .milliseconds(80) && budgets[.insights] == .milliseconds(2500))
        #expect(budgets[.transcript] == .milliseconds(300))
    }

    @Test(arguments: ["", "{}", "# nothing"])
    func `an empty file changes nothing`(text: String) throws {
        let file = try BudgetFile(text: text, path: "b")
        #expect(file.budgets.isEmpty && file.requirements.isEmpty)
    }

    @Test(arguments: [
        ("budgts = 1", "b.toml", "b.toml: budgts: there is no such key; did you mean budgets?"),
        (
            "[budgets]\nimediate = \"80ms\"", "b.toml",
            "budgets.imediate: there is no such stage; did you mean immediate?"
        ),
        ("[budgets]\nimmediate = 80", "b.toml", "budgets.immediate: this is a number; write a duration"),
        ("[budgets]\nimmediate = true", "b.toml", "budgets.immediate: this is true or false"),
        ("[budgets]\nimmediate = 1979-05-27", "b.toml", "budgets.immediate: this is a date"),
        ("[budgets]\nimmediate = inf", "b.toml", "budgets.immediate: this is a number"),
        (
            "[budgets]\nimmediate = 80ms", "b.toml",
            "line 2, column 13: this is no TOML: “80ms” is no value; text stands in"
        ),
        ("[budgets]\nimmediate = \"80\"", "b.toml", "budgets.immediate: “80” is no duration"),
        ("[budgets]\nimmediate = \"0ms\"", "b.toml", "budgets.immediate: “0ms” is no duration"),
        ("budgets = [1]", "b.toml", "budgets: this is a list"),
        ("require = \"immediate.p99 < 1s\"", "b.toml", "require: this is text; write a list"),
        ("require = [1]", "b.toml", "require[0]: this is a number"),
        ("require = [\"total.p50 < 1s\", \"total.p50 < 1\"]", "b.toml", "require[1]: requirement “total.p50 < 1”"),
        ("[budgets", "b.toml", "line 1, column"),
        ("[budgets]\nimmediate = \"1s\"\nimmediate = \"2s\"", "b.toml", "line 3, column"),
        ("{", "b.json", "b.json: this is no JSON"),
        ("[]", "b.json", "b.json: this is a list; write an object"),
        ("{\"budgets\": null}", "b.json", "budgets: this is nothing"),
        ("{\"budgets\": {\"immediate\": 0.08}}", "b.json", "budgets.immediate: this is a number"),
        (String(repeating: "[", count: 100_000), "b.json", "b.json: this is no JSON"),
        (String(repeating: "a.", count: 400_000) + "a = 1", "b.toml", "b.toml: it is larger than 256 KiB"),
        (String(repeating: "a.", count: 100_000) + "a = 1", "b.toml", "b.toml: its keys are nested deeper than 32"),
        ("[" + String(repeating: "a.", count: 32) + "a]", "b.toml", "nested deeper than 32"),
        ("a = " + String(repeating: "[", count: 100_000), "b.toml", "nested deeper than 32"),
        ("a = " + String(repeating: "{a=", count: 60_000), "b.toml", "nested deeper than 32"),
        ("a = [1.5, 2.5" + String(repeating: ", 0.5", count: 50) + "]\nb = 1", "b.toml", "a: there is no such key"),
        ("a = '" + String(repeating: ".", count: 50) + "'", "b.toml", "a: there is no such key"),
        ("# " + String(repeating: ".", count: 50) + "\na = 1", "b.toml", "a: there is no such key"),
        ("a = \"\"\"" + String(repeating: "\n[.\\\"", count: 50) + "\"\"\"", "b.toml", "a: there is no such key"),
        (
            "a = " + String(repeating: "{" + String(repeating: "a.", count: 31) + "a=", count: 32)
                + "1" + String(repeating: "}", count: 32), "b.toml", "nested deeper than 32"
        ),
    ])
    func `what is wrong is named with the file and the key`(text: String, path: String, words: String) {
        #expect {
            try BudgetFile(text: text, path: path)
        } throws: { error in
            #expect("\(error)".contains(words), "\(error)")
            #expect(error is BudgetFileError)
            return true
        }
    }

    @Test func `a file is read from the disk, up to a size`() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write(Array(Self.toml.utf8), as: "good.toml")
        #expect(try BudgetFile(path: good).requirements.count == 2)
        let large = try folder.write([UInt8](repeating: 0x23, count: (256 << 10) + 1), as: "large.toml")
        #expect { try BudgetFile(path: large) } throws: { "\($0)".contains("larger than 256 KiB") }
        let binary = try folder.write([0xFF, 0xFE, 0], as: "binary.toml")
        #expect { try BudgetFile(path: binary) } throws: { "\($0)".contains("not UTF-8") }
        #expect { try BudgetFile(path: folder.path) } throws: { "\($0)".contains("cannot be read") }
        #expect { try BudgetFile(path: folder.path + "/none") } throws: { "\($0)".contains("no such file") }
    }
}
