// Resampler: sound at another sample rate; the one place that calls libsoxr.

import CSoxr

/// Brings one channel to another rate, piece by piece, so that the pieces together are what the whole would be. Its filter
/// passes up to 0.91 of the lower rate's half without a change and stops what would fold back by more than 120 dB (libsoxr's
/// "high quality"; measured in ResamplerTests). Output is aligned with input: sample n lies at the time n / rate.
public struct Resampler: ~Copyable {
    /// Hz of what goes in.
    public let from: Int
    /// Hz of what comes out.
    public let to: Int
    private let state: soxr_t?
    private var piece: [Float]

    private static let pieceLength = 8192
    private static let rates = 1...768_000

    /// - Parameters:
    ///   - from: Hz of what goes in, 1…768000.
    ///   - to: Hz of what comes out, 1…768000. The same rate costs nothing and changes nothing.
    /// - Throws: `TranscriptionError` where a rate is outside of that, or no memory is left.
    public init(from: Int, to: Int) throws(TranscriptionError) {
        state = try Self.made(from: from, to: to)
        (self.from, self.to) = (from, to)
        piece = from == to ? [] : [Float](repeating: 0, count: Self.pieceLength)
    }

    private static func made(from: Int, to: Int) throws(TranscriptionError) -> soxr_t? {
        guard rates.contains(from), rates.contains(to) else { throw .rate(from: from, to: to) }
        if from == to { return nil }
        var failure: soxr_error_t?
        var quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
        guard let made = soxr_create(Double(from), Double(to), 1, &failure, nil, &quality, nil), failure == nil else {
            throw .rate(from: from, to: to)
        }
        return made
    }

    deinit { if let state { soxr_delete(state) } }

    /// Takes samples, and appends to `output` what they make known. That is late by some milliseconds.
    public mutating func push(_ samples: [Float], count: Int, into output: inout [Float]) {
        precondition((0...samples.count).contains(count), "there are fewer samples than that")
        guard let state else {
            output.append(contentsOf: samples[..<count])
            return
        }
        var done = 0
        while done < count {
            var used = 0
            var made = 0
            samples.withUnsafeBufferPointer { input in
                let rest = input.baseAddress.map { $0 + done }
                _ = soxr_process(state, rest, count - done, &used, &piece, piece.count, &made)
            }
            output.append(contentsOf: piece[..<made])
            done += used
            if used == 0 && made == 0 { return }
        }
    }

    /// Appends what was waiting for more. Nothing may be pushed after it.
    public mutating func finish(into output: inout [Float]) {
        guard let state else { return }
        while true {
            var made = 0
            _ = soxr_process(state, nil, 0, nil, &piece, piece.count, &made)
            if made == 0 { return }
            output.append(contentsOf: piece[..<made])
        }
    }
}
