// SVG: the few shapes that pictures are made of.

import Capture

struct SVG {
    private(set) var body = ""
    let width: Double
    let height: Double

    init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    static func number(_ value: Double) -> String {
        Numbers.short(value.isFinite ? value : 0, 1)
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        let n = Self.number
        body += "<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" class=\"\(style)\"/>\n"
    }

    /// - Parameter title: what a pointer that rests on it is told; HTML already.
    mutating func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, title: String? = nil
    ) {
        let n = Self.number
        let shape =
            "<rect x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(max(0, width)))\" height=\"\(n(max(0, height)))\" "
            + "class=\"\(style)\""
        body += title.map { "\(shape)><title>\($0)</title></rect>\n" } ?? "\(shape)/>\n"
    }

    mutating func text(_ x: Double, _ y: Double, _ text: String, _ style: String = "", anchor: String = "start") {
        body +=
            "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor)\" class=\"\(style)\">\(text)</text>\n"
    }

    mutating func path(_ points: [(x: Double, y: Double)], _ style: String) {
        let steps = points.enumerated().map { "\($0 == 0 ? "M" : "L")\(Self.number($1.x)) \(Self.number($1.y))" }
        body += "<path d=\"\(steps.joined())\" class=\"\(style)\"/>\n"
    }

    mutating func shape(_ element: String) { body += element + "\n" }

    /// - Parameter description: what the picture shows, in words; HTML already, as the title.
    func element(_ title: String, _ description: String, _ style: String = "") -> String {
        "<svg viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" role=\"img\" class=\"\(style)\">\n"
            + "<title>\(title)</title>\n<desc>\(description)</desc>\n\(body)</svg>\n"
    }
}
