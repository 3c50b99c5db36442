// LatencyPageTests: the page of a latency report: whole, self-contained, and safe whatever a memo is called.

import Foundation
import TestSignals
import Testing

private let hasReports = (try? Sonora.run(["latency", "report", "--help"]).status) == 0

@Suite(.enabled(if: hasReports), .timeLimit(.minutes(10))) struct LatencyPageTests {
    /// The page of one real memo, with this name.
    private static func page(of name: String) throws -> String {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Sonora.note, toPath: folder.file(name))
        let events = try Sonora.run(["process", "--format", "ndjson", folder.file(name)])
        let recorded = try folder.write(Array(events.output), as: "events.ndjson")
        let page = try Sonora.run(["latency", "report", "--format", "html", recorded])
        #expect(page.status == 0, "\(page.errors)")
        return page.text
    }

    @Test(arguments: [
        "memo.wav", "<script>alert(1)<script>.wav", "a\"b'c&d\u{202E}gpj.wav", "שלום <b>.wav", "]]>--><!--.wav",
    ])
    func `it is well-formed and holds names as text`(name: String) throws {
        let page = try Self.page(of: name)
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(page.utf8), as: "page.html")
        let parsed = try Child(
            "/usr/bin/env", ["python3", "-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", file]
        ).end()
        #expect(parsed.status == 0, "\(parsed.errors)")
        #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("\u{202E}"))
        #expect(page.contains("<bdi>"))
    }

    @Test func `it loads nothing and runs nothing`() throws {
        let page = try Self.page(of: "memo.wav")
        for word in [
            "http:", "https:", "//", "src=", "href=", "url(", "@import", "<script", "onload", "<link", "<iframe",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test func `each picture has a title and a description, and there are tables`() throws {
        let page = try Self.page(of: "memo.wav")
        let pictures = page.components(separatedBy: "<svg ").dropFirst()
        #expect(pictures.count >= 6)
        #expect(pictures.allSatisfy { $0.contains("role=\"img\"") && $0.contains("<title>") && $0.contains("<desc>") })
        for word in [
            "<caption>All metrics", "<caption>Memos in each tier", "prefers-color-scheme:dark", "@media print",
        ] {
            #expect(page.contains(word), "\(word)")
        }
    }
}
