// Gathered: what was written to a destination.

import Capture

final class Gathered: ByteDestination {
    private(set) var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func write(_ text: String) throws(CaptureError) { bytes += text.utf8 }
    func write(bytes: [UInt8]) throws(CaptureError) { self.bytes += bytes }
    func flush() throws(CaptureError) {}
}
