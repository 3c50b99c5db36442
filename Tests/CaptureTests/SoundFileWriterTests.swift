// Writing audio: nothing is lost on the way out and back in.

import Capture
import Foundation
import TestSignals
import Testing

@Suite("Sound file writer") struct SoundFileWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ encoding: PCMEncoding, channels: Int = 1, frames: Int = 3000) throws -> SoundFile {
        var data = sampleBytes(encoding, frames: frames, channels: channels)
        // The extremes too: the largest and the smallest integer.
        if encoding == .s16le { data.replaceSubrange(0..<4, with: [0xFF, 0x7F, 0, 0x80]) }
        if encoding == .s24le { data.replaceSubrange(0..<6, with: [0xFF, 0xFF, 0x7F, 0, 0, 0x80]) }
        let bytes = WaveBytes.file(encoding, channels: channels, sampleRate: 16_000, data: data).bytes
        return try SoundFile(path: folder.write(bytes, as: "source-\(encoding.rawValue)-\(channels).wav"))
    }

    private func copy(
        _ source: SoundFile, _ frames: Range<Int64>, _ container: SoundFileWriter.Container
    ) throws -> SoundFile {
        let path = folder.file("copy.\(container.rawValue)")
        let writer = try SoundFileWriter(path: path, container: container, like: source.format)
        try source.copy(frames: frames, to: writer)
        try writer.commit()
        return try SoundFile(path: path)
    }

    @Test(
        "integers are copied sample for sample", arguments: [PCMEncoding.s16le, .s24le],
        SoundFileWriter.Container.allCases)
    func exact(encoding: PCMEncoding, container: SoundFileWriter.Container) throws {
        for channels in [1, 2] {
            let source = try source(encoding, channels: channels)
            let copied = try copy(source, 0..<3000, container)
            #expect(copied.format.container == container.rawValue)
            #expect(copied.format.bitsPerSample == source.format.bitsPerSample)
            #expect(copied.format.sampleRate == 16_000 && copied.format.channels == channels)
            let original = try readAll(SoundFile(path: source.path)).samples
            #expect(try readAll(copied).samples == original)
        }
    }

    @Test("a part is copied from where it begins to where it ends", arguments: SoundFileWriter.Container.allCases)
    func part(container: SoundFileWriter.Container) throws {
        let source = try source(.s16le, channels: 2)
        let copied = try copy(source, 777..<2001, container)
        let original = try readAll(SoundFile(path: source.path)).samples
        #expect(try readAll(copied).samples == Array(original[2 * 777..<2 * 2001]))
    }

    @Test("the other encodings stay what they are in WAV", arguments: [PCMEncoding.u8, .s32le, .f32le])
    func others(encoding: PCMEncoding) throws {
        let source = try source(encoding)
        let copied = try copy(source, 0..<3000, .wav)
        #expect(copied.format.encoding == source.format.encoding)
        #expect(try readAll(copied).samples == readAll(SoundFile(path: source.path)).samples)
    }

    @Test("blocks of samples are written within half a step", arguments: SoundFileWriter.Container.allCases)
    func blocks(container: SoundFileWriter.Container) throws {
        let source = try source(.s16le)
        let path = folder.file("blocks.\(container.rawValue)")
        let writer = try SoundFileWriter(path: path, container: container, like: source.format)
        var block = AudioBlock(capacity: 256, channels: 1)
        while try source.read(into: &block) > 0 { try writer.write(block) }
        try writer.commit()
        let original = try readAll(SoundFile(path: source.path)).samples
        let written = try readAll(SoundFile(path: path)).samples
        #expect(written.count == original.count)
        // libsndfile scales floats by 32767 on the way out.
        for (one, other) in zip(original, written) { #expect(abs(one - other) <= 1.6 / 32_768) }
    }

    @Test("values beyond full scale are clipped, not wrapped around")
    func clipping() throws {
        let bytes = WaveBytes.file(
            .f32le, channels: 1, sampleRate: 8000, data: PCMEncoding.f32le.encode([1.5, -1.5, 0.5])
        ).bytes
        let source = try SoundFile(path: folder.write(bytes, as: "loud.wav"))
        let copied = try copy(source, 0..<3, .flac)
        let samples = try readAll(copied).samples
        #expect(samples[0] > 0.999 && samples[1] < -0.999 && abs(samples[2] - 0.5) < 0.001)
    }

    @Test("an empty range makes a file without samples")
    func none() throws {
        #expect(try readAll(copy(source(.s16le), 5..<5, .wav)).frames == 0)
    }

    @Test("what a container cannot hold is refused and leaves nothing behind")
    func unsupported() throws {
        let format = AudioFormat(
            container: "wav", encoding: "pcm16", sampleRate: 16_000, channels: 9, declaredFrames: nil, isInteger: true,
            bitsPerSample: 16)
        let error = failure { _ = try SoundFileWriter(path: folder.file("x.flac"), container: .flac, like: format) }
        #expect(error?.code == .unsupported)
        #expect(try folder.names().isEmpty)
    }

    @Test("a file that was not finished does not appear")
    func abandoned() throws {
        let source = try source(.s16le)
        do {
            let writer = try SoundFileWriter(path: folder.file("half.wav"), container: .wav, like: source.format)
            try source.copy(frames: 0..<100, to: writer)
        }
        #expect(try folder.names() == ["source-s16le-1.wav"])
    }

    @Test("a file that is written takes the place of a link, and what it led to stays")
    func replacedLink() throws {
        let victim = try folder.write([7, 7], as: "victim")
        let piece = folder.file("piece.wav")
        try FileManager.default.createSymbolicLink(atPath: piece, withDestinationPath: victim)
        let format = AudioFormat(
            container: "wav", encoding: "pcm16", sampleRate: 8000, channels: 1, declaredFrames: nil, isInteger: true,
            bitsPerSample: 16)
        let writer = try SoundFileWriter(path: piece, container: .wav, like: format)
        try writer.write(AudioBlock(capacity: 1, channels: 1))
        try writer.commit()
        #expect(try folder.bytes(of: "victim") == [7, 7])
        #expect(try folder.bytes(of: "piece.wav").starts(with: "RIFF".utf8))
    }
}
