// ByteDrain: from a writer that cannot fail to a place that can.

import Capture

/// Carries bytes from a JSON writer, which cannot fail, to a place that can.
public final class ByteDrain {
    private let write: ([UInt8]) throws(CaptureError) -> Void
    private var failure: CaptureError?

    public init(_ write: @escaping ([UInt8]) throws(CaptureError) -> Void) { self.write = write }

    public func take(_ bytes: inout [UInt8]) {
        defer { bytes.removeAll(keepingCapacity: true) }
        guard failure == nil else { return }
        do { try write(bytes) } catch { failure = error }
    }

    /// Throws what went wrong while bytes were taken.
    public func check() throws(CaptureError) { if let failure { throw failure } }
}
