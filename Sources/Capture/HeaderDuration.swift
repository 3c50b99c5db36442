// HeaderDuration: how long a memo is, by its header alone: for plans and progress, never for results.

import Files

extension Memo {
    /// Seconds, where the file's own header tells them without decoding: plain samples, and FLAC. A damaged header may lie.
    public func durationByHeader() -> Double? {
        guard let descriptor = try? Descriptor.reading(path), (try? descriptor.status())?.kind == .regular else {
            return nil
        }
        guard let head = try? descriptor.bytes(at: 0, count: 26) else { return nil }
        if let flac = Self.flacDuration(head) { return flac }
        guard let found = try? SampleLayout.of(descriptor, path: path), found.isPlain, found.sampleRate > 0,
            found.frameBytes > 0
        else { return nil }
        return Double(found.sampleBytes) / Double(found.frameBytes) / Double(found.sampleRate)
    }

    /// The first block of a FLAC tells its rate in 20 bits and its length in 36 (RFC 9639, 8.2).
    private static func flacDuration(_ head: [UInt8]) -> Double? {
        guard head.count == 26, head.tag(at: 0) == "fLaC", head[4] & 0x7F == 0 else { return nil }
        let packed = head[18..<26].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let (rate, samples) = (packed >> 44, packed & (1 << 36 - 1))
        return rate > 0 && samples > 0 ? Double(samples) / Double(rate) : nil
    }
}
