// TextCut: names in too little room: what is in their middle tells least.

enum TextCut {
    /// The text in at most `width` characters, its start and its end.
    static func middle(_ text: String, _ width: Int) -> String {
        guard text.count > width else { return text }
        guard width > 1 else { return "…" }
        // The end tells a little more than the start.
        let end = width / 2
        return "\(text.prefix(width - 1 - end))…\(text.suffix(end))"
    }

    /// The same for each word of a sentence.
    static func words(_ text: String, _ width: Int) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { middle(String($0), width) }
            .joined(separator: " ")
    }
}
