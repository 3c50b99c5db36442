// JSONWriter: what it writes is JSON, whatever it is given.

import Pipeline
import Testing

@Suite struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func number(_ value: Double?, _ decimals: Int) -> String { text { $0.value(value, decimals: decimals) } }

    @Test func `objects and arrays nest, with commas between and not around`() {
        let written = text { json in
            json.object { json in
                json.key("a")
                json.value(1)
                json.key("b")
                json.array([[1, 2], []]) { json, items in json.array(items) { $0.value($1) } }
                json.key("c")
                json.object { _ in }
                json.key("d")
                json.value(true)
            }
        }
        #expect(written == #"{"a":1,"b":[[1,2],[]],"c":{},"d":true}"#)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("", #""""#), ("say \"hi\"", #""say \"hi\"""#), ("a\\b", #""a\\b""#),
        ("line\nbreak\tand tab", #""line\nbreak\tand tab""#), ("\u{0}\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
        ("\r\u{8}\u{C}", #""\u000d\u0008\u000c""#), ("Grüße 🌸", #""Grüße 🌸""#), ("a/b", #""a/b""#),
    ])
    func `text is escaped where it must be`(plain: String, written: String) {
        #expect(text { $0.value(plain) } == written)
        #expect(text { json in json.object { $0.key(plain) } } == "{\(written):}")
    }

    @Test func `what does not exist is null`() {
        #expect(text { $0.value(nil as String?) } == "null")
        #expect(text { $0.value(nil as Int?) } == "null")
        for missing in [nil, Double.nan, .infinity, -.infinity, .signalingNaN] { #expect(number(missing, 3) == "null") }
    }

    @Test(arguments: [
        (0.05, 2, "0.05"), (0.05, 1, "0.1"), (0.000001, 6, "0.000001"), (1.5, 3, "1.5"), (10, 3, "10"),
        (100, 0, "100"), (0, 6, "0"), (12.800000, 6, "12.8"), (1.001, 3, "1.001"), (0.1 + 0.2, 9, "0.3"),
    ])
    func `decimals are as many as needed and no more than asked for`(value: Double, decimals: Int, written: String) {
        #expect(number(value, decimals) == written)
    }

    @Test(arguments: [(-0.05, 2, "-0.05"), (-3.26, 2, "-3.26"), (-0.001, 2, "0"), (-0.0, 3, "0"), (-1, 0, "-1")])
    func `negative numbers keep their sign, and nothing is minus nought`(
        value: Double, decimals: Int, written: String
    ) {
        #expect(number(value, decimals) == written)
    }

    @Test(arguments: [(0.994, 2, "0.99"), (0.996, 2, "1"), (9.9999, 3, "10"), (2.5, 0, "3"), (-2.5, 0, "-3")])
    func `rounding carries over`(value: Double, decimals: Int, written: String) {
        #expect(number(value, decimals) == written)
    }

    @Test func `what is too large for its decimals is null instead of wrong`() {
        #expect(number(8_999_999_999, 6) == "8999999999")
        #expect(number(1e10, 6) == "null")
        #expect(number(-1e300, 2) == "null")
        #expect(number(.greatestFiniteMagnitude, 0) == "null")
    }

    @Test func `whole numbers of any size are written in full`() {
        #expect(text { $0.value(Int.max) } == "9223372036854775807")
        #expect(text { $0.value(Int.min) } == "-9223372036854775808")
    }

    @Test func `a number reads back as it was meant`() {
        for step in -1000...1000 {
            let value = Double(step) * 0.012345
            let read = Double(number(value, 6)) ?? .nan
            #expect(abs(read - value) <= 0.5e-6 + 1e-12)
        }
    }

    @Test func `a long document is handed over in pieces and is whole`() {
        var pieces: [Int] = []
        var gathered: [UInt8] = []
        var json = JSONWriter { bytes in
            pieces.append(bytes.count)
            gathered += bytes
            bytes.removeAll()
        }
        json.array(0..<30_000) { $0.value(Double($1), decimals: 2) }
        json.endLine()
        #expect(pieces.count > 1 && pieces.allSatisfy { $0 < 1 << 17 })
        let expected = "[" + (0..<30_000).map(String.init).joined(separator: ",") + "]\n"
        #expect(String(decoding: gathered, as: UTF8.self) == expected)
        #expect(json.bytes.isEmpty)
    }

    @Test func `documents can follow each other`() {
        let written = text { json in
            for number in 1...2 {
                json.array([number]) { $0.value($1) }
                json.endLine()
            }
        }
        #expect(written == "[1]\n[2]\n")
    }
}
