// ContentHash: what tells two files apart, or that they are the same, whatever they are called.

import CCrypto

/// SHA-256 of bytes that come in pieces, by libcrypto, which uses what instructions the processor has for it.
package struct ContentHash: ~Copyable {
    private let context: OpaquePointer

    package init() {
        // Both fail only where no memory is left, or OpenSSL was built without SHA-256: nothing can be done about either.
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto cannot compute SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package static func text(_ bytes: [UInt8]) -> String {
        var hash = ContentHash()
        hash.update(bytes[...])
        return hash.text
    }

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        let updated = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        precondition(updated == 1, "libcrypto cannot compute SHA-256")
    }

    /// `sha256:` and 64 digits, of all that has come so far; more may come after it.
    package var text: String {
        guard let soFar = EVP_MD_CTX_new() else { preconditionFailure("no memory is left") }
        defer { EVP_MD_CTX_free(soFar) }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let done = EVP_MD_CTX_copy_ex(soFar, context) == 1 && EVP_DigestFinal_ex(soFar, &digest, &length) == 1
        precondition(done, "libcrypto cannot compute SHA-256")
        let digits = digest[..<Int(length)].map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return "sha256:" + digits.joined()
    }
}
