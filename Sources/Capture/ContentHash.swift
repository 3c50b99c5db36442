// ContentHash: what tells two files apart, or that they are the same, whatever they are called.

import Crypto

/// SHA-256 of bytes that come in pieces.
package struct ContentHash {
    private var hash = SHA256()

    package init() {}

    package static func text(_ bytes: [UInt8]) -> String {
        var hash = ContentHash()
        hash.update(bytes[...])
        return hash.text
    }

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }

    /// `sha256:` and 64 digits.
    package var text: String {
        let digits = hash.finalize().map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return "sha256:" + digits.joined()
    }
}
