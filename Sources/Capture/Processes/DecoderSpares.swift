// DecoderSpares: helpers that have started before there is anything to decode. Starting takes longer than a short memo.

import Files
import Synchronization

/// Keeps a helper waiting for the next memo. It reads the memo's name from its standard input, and ends when that is
/// closed: with this object, or with the process that has it, however that ends.
package final class DecoderSpares: Sendable {
    private static let most = 2

    private struct Spare {
        var program: ChildProcess.Started
        /// Its standard input.
        var door: Descriptor
    }

    private let waiting = Mutex<[Spare]>([])

    package init() {}

    deinit {
        // Whoever takes a program over and drops it ends it.
        for spare in waiting.withLock({ $0 }) { _ = ChildProcess(spare.program, path: "a memo to come") }
    }

    /// A helper that decodes this memo from now on; `nil` where none was waiting.
    func take(for path: String) -> ChildProcess.Started? {
        let spare = waiting.withLock { $0.popLast() }
        let name = FileName.bytes(of: path)
        let message = withUnsafeBytes(of: UInt32(name.count).littleEndian) { Array($0) } + name
        guard let spare, spare.door.send(message) else { return nil }
        return spare.program
    }

    /// Starts a helper for a memo to come, unless enough are waiting. Where that is not possible, nothing is lost.
    func prepare(_ program: String) {
        guard !DecoderHost.isDecoder, waiting.withLock({ $0.count < Self.most }), let door = Descriptor.connection()
        else { return }
        let arguments = ["sonora", DecoderService.command, DecoderService.spare]
        let started = try? ChildProcess.start(
            program, arguments, settings: [DecoderHost.sign], input: door.there, keepsErrors: false,
            path: "a memo to come")
        if let started { waiting.withLock { $0.append(Spare(program: started, door: door.here)) } }
    }
}
