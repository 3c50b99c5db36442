// A disk that fails: a read error is an error, whoever reads, and never the end of a file.

import Capture
import Foundation
import Testing

/// A library that is loaded before all others and makes reading fail from a place on in files of some name.
private enum FailingDisk {
    static let compiler = "/usr/bin/cc"
    static let isPossible = FileManager.default.isExecutableFile(atPath: compiler)

    static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/types.h>
        #include <unistd.h>

        /* How many of these bytes are there, or -1. */
        static ssize_t allowed(int number, size_t count, off_t place) {
            const char *name = getenv("FAILING_NAME"), *from = getenv("FAILING_FROM");
            char link[64], path[4096];
            if (!name || !from) return count;
            snprintf(link, sizeof link, "/proc/self/fd/%d", number);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length < 0) return count;
            path[length] = 0;
            if (!strstr(path, name)) return count;
            off_t end = atoll(from);
            if (place >= end) { errno = EIO; return -1; }
            return place + (off_t)count > end ? end - place : (ssize_t)count;
        }

        ssize_t read(int number, void *buffer, size_t count) {
            ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
            ssize_t most = allowed(number, count, lseek(number, 0, SEEK_CUR));
            return most < 0 ? -1 : next(number, buffer, most);
        }

        ssize_t pread(int number, void *buffer, size_t count, off_t place) {
            ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread");
            ssize_t most = allowed(number, count, place);
            return most < 0 ? -1 : next(number, buffer, most, place);
        }

        ssize_t pread64(int number, void *buffer, size_t count, off_t place) { return pread(number, buffer, count, place); }

        int fstatat(int folder, const char *path, struct stat *status, int flags) {
            int (*next)(int, const char *, struct stat *, int) = dlsym(RTLD_NEXT, "fstatat");
            const char *name = getenv("FAILING_ENTRY");
            if (name && strstr(path, name)) { errno = EIO; return -1; }
            return next(folder, path, status, flags);
        }

        int fstatat64(int folder, const char *path, struct stat64 *status, int flags) {
            return fstatat(folder, path, (struct stat *)status, flags);
        }
        """

    /// Compiles it, and gives the settings of a process that is to meet it.
    static func settings(_ name: String, from place: Int, in scratch: Scratch) throws -> [String: String] {
        let text = try scratch.file("failing.c", Array(source.utf8))
        let library = "\(scratch.folder)/failing.so"
        let outcome = try Child(compiler, ["-shared", "-fPIC", "-O1", "-o", library, text, "-ldl"]).end()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return ["LD_PRELOAD": library, "FAILING_NAME": name, "FAILING_FROM": "\(place)"]
    }
}

@Suite(.timeLimit(.minutes(10)), .enabled(if: FailingDisk.isPossible, "there is no C compiler"))
struct FailingDiskTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// In the header, and in the samples.
    @Test(arguments: [0, 30, 20_000])
    func `a memo whose disk fails is a failed memo`(place: Int) throws {
        let memo = try scratch.copy(Sonora.note, as: "broken.wav")
        let settings = try FailingDisk.settings("broken.wav", from: place, in: scratch)
        for arguments in [
            ["process"], ["process", "--format", "json", "--hash"], ["process", "--follow"], ["segments"], ["levels"],
        ] {
            let outcome = try Sonora.run(arguments + [memo], environment: settings)
            #expect(outcome.status == 1, "\(arguments)")
            #expect(outcome.errors.contains("reading failed (input/output error)"), "\(arguments): \(outcome.errors)")
        }
    }

    @Test(arguments: ["lecture.flac"], [0, 100, 50_000])
    func `a helper tells of a disk that fails, and what it gave before is not the memo`(name: String, place: Int) throws
    {
        let memo = try scratch.copy("\(Sonora.samples)/\(name)", as: "broken.flac")
        let settings = try FailingDisk.settings("broken.flac", from: place, in: scratch)
        // Helpers do not inherit such settings, which is as it should be.
        let words = settings.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        let folder = try Media.path("helper", "\(words) exec '\(Sonora.path)' \"$@\"", in: scratch)
        let error = #expect(throws: CaptureError.self) {
            let source = try Memo(path: memo, decoder: DecoderHost(program: "\(folder)/helper")).open()
            var block = AudioBlock(capacity: 4096, channels: source.format.channels)
            while try source.read(into: &block) > 0 {}
        }
        #expect(error?.code == .readFailed && error?.path == memo)
        #expect(error?.problem == "reading failed (input/output error)")
    }

    @Test func `a memo that cannot even be looked at is a failed one, and the others are none`() throws {
        let memos = scratch.folder + "/memos"
        try FileManager.default.createDirectory(atPath: memos, withIntermediateDirectories: false)
        for name in ["a.wav", "broken.wav", "c.wav"] { try scratch.copy(Sonora.note, as: "memos/\(name)") }
        var settings = try FailingDisk.settings("none of them", from: 0, in: scratch)
        settings["FAILING_ENTRY"] = "broken.wav"
        let outcome = try Sonora.run(["batch", memos, "-o", scratch.folder + "/out"], environment: settings)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("\(memos)/broken.wav: reading failed (input/output error)"), "\(outcome.errors)")
        let results = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/out")
        #expect(
            results.filter { $0.hasSuffix(".wav.sonora.json") }.sorted() == ["a.wav.sonora.json", "c.wav.sonora.json"])
    }

    @Test func `a document that cannot be read to its end is not copied`() throws {
        let memos = scratch.folder + "/memos"
        try FileManager.default.createDirectory(atPath: memos, withIntermediateDirectories: false)
        try scratch.copy(Sonora.note, as: "memos/one.wav")
        let batch = ["batch", memos, "-o", scratch.folder + "/out"]
        try #require(Sonora.run(batch).status == 0)
        try scratch.copy(Sonora.note, as: "memos/two.wav")
        let settings = try FailingDisk.settings("one.wav.sonora.json", from: 5000, in: scratch)
        let outcome = try Sonora.run(batch, environment: settings)
        #expect(outcome.status == 1 && outcome.errors.contains("input/output error"))
        let results = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/out")
        #expect(!results.contains { $0.contains("two.wav") })
        // On a disk that is well again it is made up for.
        #expect(try Sonora.run(batch).status == 0)
        #expect(
            try bytes(of: scratch.folder + "/out/two.wav.sonora.json").count
                == bytes(of: scratch.folder + "/out/one.wav.sonora.json").count)
    }
}
