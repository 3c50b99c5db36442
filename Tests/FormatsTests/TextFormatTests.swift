// TextFormatTests: cells of CSV, names of files, plans of many bytes.

import Formats
import Pipeline
import Testing

@Suite struct TextFormatTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
    ])
    func `a cell is in quotes where it needs them`(text: String, cell: String) {
        #expect(CSV.field(text) == cell)
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@sum", "＝1", "=\u{301}1"])
    func `what a spreadsheet would take for a formula is a text`(name: String) {
        #expect(CSV.foreign(name, isSafe: true) == "'" + name)
        #expect(CSV.foreign(name, isSafe: false) == name)
        #expect(CSV.foreign("memo" + name, isSafe: true) == "memo" + name)
    }

    @Test(arguments: [
        ("folder/memo.wav", "memo.wav", "memo"), ("-", "stdin", "stdin"), (".hidden", ".hidden", ".hidden"),
        ("a.b.flac", "a.b.flac", "a.b"), ("/", "memo", "memo"), ("x/e.\u{301}", "e.\u{301}", "e"),
    ])
    func `files about a memo are called after it`(path: String, whole: String, base: String) {
        #expect(MemoName.whole(path).unicodeScalars.elementsEqual(whole.unicodeScalars))
        #expect(MemoName.base(path) == base)
    }

    @Test func `a plan of many bytes tells how many`() throws {
        for (format, total) in [
            (EventFormat.text, "total\tbytes\t12000000000\n"),
            (.json, "{\"plan\":[],\"totals\":{\"bytes\":12000000000}}\n"),
            (.ndjson, "{\"totals\":{\"bytes\":12000000000}}\n"),
        ] {
            let output = Gathered()
            var plan = PlanLines(output: output, format: format)
            try plan.end(totals: [("bytes", .count(12_000_000_000))])
            #expect(output.text == total)
        }
    }

    @Test func `several documents are one array`() throws {
        for (count, text) in [(0, "[]\n"), (1, "[\n{}\n]\n"), (2, "[\n{},\n{}\n]\n")] {
            let output = Gathered()
            var list = DocumentList(output: output, isArray: true)
            for _ in 0..<count { try list.append { $0.object { _ in } } }
            try list.end()
            #expect(output.text == text)
        }
    }
}
