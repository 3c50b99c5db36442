// ChildProcess: the one place that starts programs, watches them and ends them.

import Glibc

/// How long a program may go without giving anything. Computing time is what counts, so that a busy machine is not taken
/// for a decoder that spins; the clock on the wall is for one that waits for what never comes.
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
final class ChildProcess: StreamInput {
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It gave nothing for too long.
        case stuck

        /// As the system does where memory runs out. Sonora itself kills only what is stuck or no longer wanted.
        static let killedFromOutside = Ending.killed(signal: SIGKILL)
    }

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
    struct Started: Sendable {
        fileprivate let number: pid_t
        fileprivate let output: Descriptor
        fileprivate let errors: Descriptor?
    }

    /// Takes over a program that was started before.
    /// - Parameter path: the memo that it works on, named in errors.
    init(_ started: Started, patience: Patience = Patience(), path: String) {
        (number, output, errors) = (started.number, started.output, started.errors)
        self.path = path
        self.patience = patience
    }

    /// Starts a program; see `start`.
    convenience init(
        _ program: String, _ arguments: [String], input: Descriptor?, keepsErrors: Bool,
        patience: Patience = Patience(), path: String
    ) throws(CaptureError) {
        self.init(
            try Self.start(program, arguments, input: input, keepsErrors: keepsErrors, path: path), patience: patience,
            path: path)
    }

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: its name for itself first.
    ///   - input: its standard input; nothing when `nil`.
    ///   - keepsErrors: whether what it says on standard error is kept for `complaints`, or dropped.
    ///   - path: the memo that it is started for, named in errors.
    static func start(
        _ program: String, _ arguments: [String], input: Descriptor?, keepsErrors: Bool, path: String
    ) throws(CaptureError) -> Started {
        func refusal(_ code: Int32) -> CaptureError {
            CaptureError(
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
        var settings = Self.environment().map { strdup(FileName.systemText($0)) } + [nil]
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
    private func waitForOutput() throws(CaptureError) -> Bool {
        let deadline = ContinuousClock.Instant.now + .seconds(patience.waiting)
        while true {
            if Task.isCancelled {
                finish(killing: true)
                throw CaptureError(.interrupted, path: path, problem: "it was interrupted", advice: "start it again")
            }
            var waiting = [pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)]
            if let errors { waiting.append(pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0)) }
            _ = poll(&waiting, nfds_t(waiting.count), Self.pollMilliseconds)
            if waiting.count > 1, waiting[1].revents & Int16(POLLIN) != 0 { keepComplaint() }
            if waiting[0].revents != 0 { return true }
            // Complaints are no sign of life: their pipe may be ready for ever.
            if computed - computedBefore > patience.computing || .now > deadline {
                finish(killing: true)
                ending = .stuck
                return false
            }
        }
    }

    /// Reads what is there into `buffer`; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
        guard ending == nil, try waitForOutput() else { return 0 }
        let got = try output.read(into: buffer)
        computedBefore = computed
        return got
    }

    /// Reads until `count` bytes are there, or the end.
    func bytes(_ count: Int) throws(CaptureError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try Self.filling(&bytes, from: done, to: count, by: self)
            if got == 0 { break }
            done += got
        }
        return Array(bytes[..<done])
    }

    /// Reads until `count` samples are there, or the end. Returns how many whole ones came.
    func samples(_ count: Int, into samples: inout [Float]) throws(CaptureError) -> Int {
        precondition(count <= samples.count, "the block is too small")
        let wanted = count * MemoryLayout<Float>.stride
        var done = 0
        while done < wanted {
            let got = try Self.filling(&samples, from: done, to: wanted, by: self)
            if got == 0 { break }
            done += got
        }
        return done / MemoryLayout<Float>.stride
    }

    func read(
        into buffer: inout [UInt8], at offset: Int, upTo count: Int, path: String, until end: RecordingSwitch?
    ) throws(CaptureError) -> Int {
        try Self.filling(&buffer, from: offset, to: min(buffer.count, offset + count), by: self)
    }

    private static func filling<Element>(
        _ array: inout [Element], from start: Int, to end: Int, by child: ChildProcess
    ) throws(CaptureError) -> Int {
        let result = array.withUnsafeMutableBytes { bytes -> Result<Int, CaptureError> in
            do throws(CaptureError) {
                return .success(try child.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Ends a program from which nothing more is wanted.
    func stop() { if ending == nil { finish(killing: true) } }

    /// Waits for the end of a program whose output has ended.
    func end() -> Ending {
        if ending == nil { finish(killing: false) }
        return ending ?? .stuck
    }

    /// What it said on standard error, line by line; of much, the last.
    var complaints: [String] {
        if let errors, ending != nil { while errors.hasBytes() { if !keepComplaint() { break } } }
        return String(decoding: complaint, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @discardableResult
    private func keepComplaint() -> Bool {
        guard let errors else { return false }
        var piece = [UInt8](repeating: 0, count: 4096)
        let got = piece.withUnsafeMutableBytes { (try? errors.read(into: $0)) ?? 0 }
        complaint.append(contentsOf: piece[..<max(0, got)])
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
            if ended == number || (ended < 0 && errno != EINTR) { break }
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

    /// Limits what this process, a helper, may allocate and compute: it must not outlive a parent that was killed.
    static func limit(memoryBytes: UInt, computingSeconds: UInt) {
        var memory = rlimit(rlim_cur: memoryBytes, rlim_max: memoryBytes)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
        // At the first limit it gets a signal of its own, so that it does not look as if somebody had killed it.
        var computing = rlimit(rlim_cur: computingSeconds, rlim_max: computingSeconds + 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &computing)
    }
}
