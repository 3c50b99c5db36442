// Counted: numbers of things in sentences, in the singular and the plural.

/// `1 memo`, `2 memos`, `0 memos`.
/// - Parameter things: the plural, where it is not the singular with an s.
public func counted(_ number: Int, _ thing: String, _ things: String? = nil) -> String {
    "\(number) \(number == 1 ? thing : things ?? thing + "s")"
}
