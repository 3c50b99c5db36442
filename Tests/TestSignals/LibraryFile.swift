// LibraryFile: libsndfile by itself, without anything of Sonora between: what tests compare with, and make files by.
// API: https://libsndfile.github.io/libsndfile/api.html

import CSndfile
import Capture

/// A file format that the library on this machine writes: a container, an encoding, a byte order.
public struct LibraryFormat: Sendable, Hashable, CustomStringConvertible {
    /// As `WAV`, `16 bit PCM`: the words of the library.
    public var container: String
    public var encoding: String
    /// `""` is the usual one of the container.
    public var byteOrder: String
    /// What it calls the usual file name ending.
    public var ending: String
    fileprivate var code: Int32
    public var channels: Int
    public var sampleRate: Int

    public var description: String { "\(container), \(encoding), \(byteOrder) \(channels) channels, \(sampleRate) Hz" }

    /// Everything that the library can write, with one channel and with two where it can.
    public static let all: [LibraryFormat] = {
        let folder = try? TemporaryFolder()
        let orders: [(String, Int)] = [("", SF_ENDIAN_FILE), ("little ", SF_ENDIAN_LITTLE), ("big ", SF_ENDIAN_BIG)]
        return names(SFC_GET_FORMAT_MAJOR_COUNT, SFC_GET_FORMAT_MAJOR).flatMap { container in
            names(SFC_GET_FORMAT_SUBTYPE_COUNT, SFC_GET_FORMAT_SUBTYPE).flatMap { encoding in
                orders.flatMap { order in
                    [1, 2].compactMap { channels in
                        [16_000, 8000, 48_000].lazy.map { rate in
                            LibraryFormat(
                                container: container.name, encoding: encoding.name, byteOrder: order.0,
                                ending: container.ending, code: container.code | encoding.code | Int32(order.1),
                                channels: channels, sampleRate: rate)
                        }.first { $0.isKnown && $0.isWritable(in: folder) }
                    }
                }
            }
        }
    }()

    /// The library takes some formats for granted that it then cannot write.
    private func isWritable(in folder: TemporaryFolder?) -> Bool {
        folder.map { LibraryFile.write([0, 0], as: self, to: $0.file("trial")) } ?? false
    }

    private var isKnown: Bool {
        var info = SF_INFO()
        info.channels = Int32(channels)
        info.samplerate = Int32(sampleRate)
        info.format = code
        return sf_format_check(&info) == Int32(SF_TRUE)
    }

    private static func names(_ count: Int, _ get: Int) -> [(name: String, ending: String, code: Int32)] {
        var number: Int32 = 0
        sf_command(nil, Int32(count), &number, Int32(MemoryLayout<Int32>.size))
        return (0..<number).compactMap { index in
            var info = SF_FORMAT_INFO()
            info.format = index
            guard sf_command(nil, Int32(get), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size)) == 0 else { return nil }
            return (
                String(cString: info.name), info.extension.map { String(cString: $0) } ?? "", info.format
            )
        }
    }
}

/// A whole file as the library gives it.
public struct LibraryFile: Sendable, Equatable {
    public var samples: [Float] = []
    public var frames = 0
    /// What its header says.
    public var declaredFrames: Int64 = 0
    public var channels = 0
    public var sampleRate = 0

    /// Reads a file; `nil` where the library refuses it.
    public init?(reading path: String) {
        var info = SF_INFO()
        guard let handle = open(path, SFM_READ, &info) else { return nil }
        defer { sf_close(handle) }
        channels = Int(info.channels)
        sampleRate = Int(info.samplerate)
        declaredFrames = info.frames
        var piece = [Float](repeating: 0, count: 1000 * channels)
        while true {
            let got = Int(sf_readf_float(handle, &piece, 1000))
            guard got > 0 else { break }
            samples += piece[..<(got * channels)]
            frames += got
        }
    }

    /// Writes samples, which are rounded to what the format holds; `false` where the library cannot.
    public static func write(_ samples: [Float], as format: LibraryFormat, to path: String) -> Bool {
        var info = SF_INFO()
        info.channels = Int32(format.channels)
        info.samplerate = Int32(format.sampleRate)
        info.format = format.code
        guard let handle = open(path, SFM_WRITE, &info) else { return false }
        sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
        let frames = sf_count_t(samples.count / format.channels)
        let wrote = sf_writef_float(handle, samples, frames)
        return sf_close(handle) == 0 && wrote == frames
    }
}

/// Opens a file as Sonora does: one at a time in the whole process, as the library keeps its reasons in one place for all.
private func open(_ path: String, _ mode: Int, _ info: inout SF_INFO) -> OpaquePointer? {
    OpaquePointer(
        bitPattern: SoundFile.opening.withLock { _ in UInt(bitPattern: sf_open(path, Int32(mode), &info)) })
}
