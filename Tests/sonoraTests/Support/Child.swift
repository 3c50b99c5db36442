// Child: a program that runs as a process of its own, with a watchdog instead of patience.

import Glibc
import Synchronization
import Testing

/// What a program has left behind.
struct Outcome {
    var status: Int32
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// A running process. Its output goes to files or where a test says; its end is seen through a pipe that only it holds.
final class Child {
    /// No test needs a second of this; it is there for the program that hangs.
    private static let patience: Int32 = 60_000

    let process: pid_t
    private let alive: Int32
    private let out: Int32?
    private let errors: Int32
    private var hasEnded = false

    /// - Parameters:
    ///   - input: a descriptor for standard input; `nil` is /dev/null.
    ///   - output: a descriptor for standard output; `nil` keeps it for `end()`.
    ///   - messages: the same for standard error.
    init(
        _ program: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil,
        messages: Int32? = nil, environment: [String: String] = [:], folder: String? = nil
    ) throws {
        let kept = output == nil ? try Self.unnamedFile() : nil
        out = kept
        errors = try Self.unnamedFile()
        let (readEnd, writeEnd) = try Pipes.make()
        alive = readEnd
        defer { close(writeEnd) }
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(null) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input ?? null, 0)
        posix_spawn_file_actions_adddup2(&actions, output ?? kept ?? -1, 1)
        posix_spawn_file_actions_adddup2(&actions, messages ?? errors, 2)
        posix_spawn_file_actions_adddup2(&actions, writeEnd, 100)

        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/tmp"]
        variables.merge(environment) { $1 }
        let words = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0, program] + arguments }
        let wanted = words ?? [program] + arguments
        var argv = wanted.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in argv + settings { free(word) } }
        var number: pid_t = 0
        let failure = Pipes.spawning.withLock { _ in
            posix_spawn(&number, wanted[0], &actions, nil, &argv, &settings)
        }
        guard failure == 0 else { throw SpawnFailure(program: program, reason: String(cString: strerror(failure))) }
        process = number
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(alive)
        close(errors)
        if let out { close(out) }
    }

    func interrupt() { send(SIGINT) }

    func send(_ signal: Int32) { kill(process, signal) }

    /// Waits for the end. A program that never ends is killed, which its status then shows.
    func end() -> Outcome {
        var watched = pollfd(fd: alive, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&watched, 1, Self.patience)
            if ready < 0 && errno == EINTR { continue }
            if ready == 0 {
                Issue.record("the program did not end within a minute and was killed")
                kill(process, SIGKILL)
            }
            break
        }
        var raw: Int32 = 0
        while waitpid(process, &raw, 0) < 0 && errno == EINTR {}
        hasEnded = true
        let status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F)
        return Outcome(
            status: status, output: out.map(Self.contents) ?? [],
            errors: String(decoding: Self.contents(errors), as: UTF8.self))
    }

    private static func unnamedFile() throws -> Int32 {
        try Pipes.spawning.withLock { _ in
            var name = Array("/tmp/sonora-output-XXXXXX".utf8CString)
            let descriptor = mkstemp(&name)
            guard descriptor >= 0 else { throw SpawnFailure(program: "/tmp", reason: "no file can be made") }
            unlink(name)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    private static func contents(_ descriptor: Int32) -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        return Pipes.readAll(descriptor)
    }
}

struct SpawnFailure: Error {
    var program: String
    var reason: String
}

enum Pipes {
    /// Held while descriptors are made and while a process starts, so that no child inherits what is another's.
    static let spawning = Mutex(())

    /// Both ends close on exec.
    static func make() throws -> (read: Int32, write: Int32) {
        // A reader that has gone is an error of the write, not the end of the test.
        signal(SIGPIPE, SIG_IGN)
        return try spawning.withLock { _ in
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw SpawnFailure(program: "pipe", reason: "no descriptors are left") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
    }

    static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = read(descriptor, &piece, piece.count)
            if got <= 0 { return bytes }
            bytes += piece[..<got]
        }
    }

    /// - Returns: whether all of it was taken.
    @discardableResult
    static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
        let all = Array(bytes)
        var done = 0
        while done < all.count {
            let wrote = all.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
            if wrote <= 0 { return false }
            done += wrote
        }
        return true
    }

    /// The next line, without its break; `nil` at the end, or when nothing comes for far too long.
    static func readLine(_ descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 20_000) == 0 {
                Issue.record("nothing came for twenty seconds")
                return nil
            }
            guard read(descriptor, &byte, 1) == 1 else { break }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
