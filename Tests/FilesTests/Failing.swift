// Failing: what must fail here, and with which words.

import Files
import Testing

/// The failure of something that must fail.
func failure(_ body: () throws -> Void) -> FileError? {
    #expect(throws: FileError.self) { try body() }
}

/// A file that can be opened, and whose reading fails as that of a broken disk does: the memory of this process, of which
/// there is none at 0.
let brokenFile = "/proc/self/mem"
