// ChildProcess: the one place that starts programs, watches them and ends them.

import Glibc

/// How long a program may go without giving anything. Computing time is what counts, so that a busy machine is not taken
/// for a program that spins; the clock on the wall is for one that waits for what never comes.
package struct Patience: Sendable {
    package var computing: Double
    package var waiting: Double

    package init(computing: Double = 0.8, waiting: Double = 20) {
        self.computing = computing
        self.waiting = waiting
    }
}

/// A program whose standard output is read. It is killed when it gets stuck, when the task that reads is cancelled, and
/// when the object goes away. Used by one task at a time.
package final class ChildProcess: StreamInput {
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It gave nothing for too long.
        case stuck
        /// Somebody else in this process waited for it, and took the answer.
        case unknown

        /// As the system does where memory runs out. Sonora itself kills only what is stuck or no longer wanted.
        package static let killedFromOutside = Ending.killed(signal: SIGKILL)
    }

    /// The program that is running.
    package static let thisProgram = "/proc/self/exe"

    private static let longestComplaint = 4096
    private static let pollMilliseconds: Int32 = 50

    private let number: pid_t
    private let output: Descriptor
    private let errors: Descriptor?
    private let path: String
    private let patience: Patience
    private var complaint: [UInt8] = []
    private var ending: Ending?
    /// Seconds it had computed when it last gave something.
    private var computedBefore = 0.0

    /// A program that has just been started, before anybody reads from it.
    package struct Started: Sendable {
        fileprivate let number: pid_t
        fileprivate let output: Descriptor
        fileprivate let errors: Descriptor?
    }

    /// Takes over a program that was started before.
    /// - Parameter path: what it works on, named in errors.
    package init(_ started: Started, patience: Patience = Patience(), path: String) {
        (number, output, errors) = (started.number, started.output, started.errors)
        self.path = path
        self.patience = patience
    }

    /// Starts a program; see `start`.
    package convenience init(
        _ program: String, _ arguments: [String], settings: [String] = [], input: Descriptor?, keepsErrors: Bool,
        patience: Patience = Patience(), path: String
    ) throws(FileError) {
        self.init(
            try Self.start(
                program, arguments, settings: settings, input: input, keepsErrors: keepsErrors, path: path),
            patience: patience, path: path)
    }

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: its name for itself first.
    ///   - settings: what its environment has besides the usual, as `NAME=VALUE`.
    ///   - input: its standard input; nothing when `nil`.
    ///   - keepsErrors: whether what it says on standard error is kept for `complaints`, or dropped.
    ///   - path: what it is started for, named in errors.
    package static func start(
        _ program: String, _ arguments: [String], settings: [String] = [], input: Descriptor?, keepsErrors: Bool,
        path: String
    ) throws(FileError) -> Started {
        func refusal(_ code: Int32) -> FileError {
            FileError(
                .helperLost, path: path, problem: "\(program) cannot be started (\(Errno.message(code)))",
                advice: "see whether there is room for one more process")
        }
        guard let out = Descriptor.connection(), let null = Descriptor.nothing() else { throw refusal(errno) }
        let err = keepsErrors ? Descriptor.connection() : nil

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, (input ?? null).number, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, out.there.number, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, (err?.there ?? null).number, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C is for Sonora, which ends its children itself; and a reader that has gone must end the writer.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        var held = sigset_t()
        sigemptyset(&held)
        posix_spawnattr_setsigmask(&attributes, &held)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var words = arguments.map { strdup(FileName.systemText($0)) } + [nil]
        var settings = (Self.environment() + settings).map { strdup(FileName.systemText($0)) } + [nil]
        defer { for word in words + settings { free(word) } }
        var started: pid_t = 0
        let failure = posix_spawn(&started, program, &actions, &attributes, &words, &settings)
        guard failure == 0 else { throw refusal(failure) }
        return Started(number: started, output: out.here, errors: err?.here)
    }

    deinit { if ending == nil { finish(killing: true) } }

    /// The little that a helper needs to know of its surroundings. One that crashes ends at once: the Swift runtime would
    /// otherwise stop to print a trace that nobody reads, for a second or more.
    private static func environment() -> [String] {
        let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LC_ALL", "LANG"].compactMap {
            (name: String) -> String? in FileName.environment(name).map { "\(name)=\($0)" }
        }
        return kept + ["SWIFT_BACKTRACE=enable=no"]
    }

    /// Waits for output. Returns `false` at its end, which is also the end of one that got stuck.
    /// - Throws: `interrupted`.
    private func waitForOutput() throws(FileError) -> Bool {
        let deadline = ContinuousClock.Instant.now + .seconds(patience.waiting)
        while true {
            if Task.isCancelled {
                finish(killing: true)
                throw .interrupted(path)
            }
            var waiting = [pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)]
            if let errors { waiting.append(pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0)) }
            _ = poll(&waiting, nfds_t(waiting.count), Self.pollMilliseconds)
            if waiting.count > 1, waiting[1].revents & Int16(POLLIN) != 0 { try keepComplaint() }
            if waiting[0].revents != 0 { return true }
            // Complaints are no sign of life: their pipe may be ready for ever.
            if computed - computedBefore > patience.computing || .now > deadline {
                finish(killing: true)
                ending = .stuck
                return false
            }
        }
    }

    /// Reads what is there into `buffer`; 0 at the end of what it gives. How it ended, and whether that was all, `end()` tells.
    private func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        guard ending == nil, try waitForOutput() else { return 0 }
        let got = try output.read(into: buffer)
        computedBefore = computed
        return got
    }

    /// Reads until `count` bytes are there, or the end.
    package func bytes(_ count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try Self.filling(&bytes, from: done, to: count, by: self)
            if got == 0 { break }
            done += got
        }
        return Array(bytes[..<done])
    }

    /// Reads until `count` numbers are there, or the end. Returns how many whole ones came.
    package func numbers(_ count: Int, into numbers: inout [Float]) throws(FileError) -> Int {
        precondition(count <= numbers.count, "the buffer is too small")
        let wanted = count * MemoryLayout<Float>.stride
        var done = 0
        while done < wanted {
            let got = try Self.filling(&numbers, from: done, to: wanted, by: self)
            if got == 0 { break }
            done += got
        }
        return done / MemoryLayout<Float>.stride
    }

    package func read(
        into buffer: inout [UInt8], at offset: Int, upTo count: Int, until isEnding: () -> Bool
    ) throws(FileError) -> Int {
        try Self.filling(&buffer, from: offset, to: min(buffer.count, offset + count), by: self)
    }

    private static func filling<Element>(
        _ array: inout [Element], from start: Int, to end: Int, by child: ChildProcess
    ) throws(FileError) -> Int {
        let result = array.withUnsafeMutableBytes { bytes -> Result<Int, FileError> in
            do throws(FileError) {
                return .success(try child.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Ends a program from which nothing more is wanted.
    package func stop() { if ending == nil { finish(killing: true) } }

    /// Waits for the end of a program whose output has ended.
    package func end() -> Ending {
        if ending == nil { finish(killing: false) }
        return ending ?? .stuck
    }

    /// What it said on standard error, line by line; of much, the last.
    package func complaints() throws(FileError) -> [String] {
        if let errors, ending != nil { while errors.hasBytes() { if try !keepComplaint() { break } } }
        return String(decoding: complaint, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @discardableResult
    private func keepComplaint() throws(FileError) -> Bool {
        guard let errors else { return false }
        var piece = [UInt8](repeating: 0, count: 4096)
        let got = try errors.read(into: &piece)
        complaint.append(contentsOf: piece[..<got])
        if complaint.count > Self.longestComplaint { complaint.removeFirst(complaint.count - Self.longestComplaint) }
        return got > 0
    }

    private func finish(killing: Bool) {
        // Whoever closed its output has nothing more to say; it is not waited for.
        var status: Int32 = 0
        // It leads a group of its own: a script that started the true program takes it along.
        if killing { kill(-number, SIGKILL) }
        let deadline = ContinuousClock.Instant.now + .seconds(1)
        while true {
            let ended = waitpid(number, &status, killing ? 0 : WNOHANG)
            if ended == number { break }
            if ended < 0 && errno != Errno.interrupted {
                ending = .unknown
                return
            }
            if ended == 0 {
                if .now > deadline { return finish(killing: true) }
                usleep(500)
            }
        }
        let signal = status & 0x7F
        ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// Seconds that the program has computed.
    private var computed: Double {
        var clock: clockid_t = 0
        var time = timespec()
        guard clock_getcpuclockid(number, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Whoever started this process may have let the system forget children that end; then nobody could tell how they did.
    package static func hearOfEndings() { signal(SIGCHLD, SIG_DFL) }

    /// Limits what this process, a helper, may allocate and compute: it must not outlive a parent that was killed.
    package static func limit(memoryBytes: UInt, computingSeconds: UInt) {
        var memory = rlimit(rlim_cur: memoryBytes, rlim_max: memoryBytes)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
        // At the first limit it gets a signal of its own, so that it does not look as if somebody had killed it.
        var computing = rlimit(rlim_cur: computingSeconds, rlim_max: computingSeconds + 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &computing)
    }
}
