// ProcessRoom: whether this process has the room that it cannot do without: memory, threads, numbers for open files.

import Glibc

/// Where the system gives no thread, Swift's runtime waits for one for ever; where it gives no number for an open file, it
/// traps. So both are tried before anything is begun.
package enum ProcessRoom {
    /// What a short job takes, with what libraries reserve.
    private static let memoryBytes = 192 << 20
    private static let files = 24
    /// More than are ever started at once for one job; on a machine with more processors each of them may get one.
    private static let leastThreads = 8
    private static let mostThreads = 64

    /// What there is too little of, and what to do about it; `nil` where there is enough.
    package static func shortage() -> String? {
        if !hasFiles {
            return "too few files may be open at once (ulimit -n); \(files) more than now are needed"
        }
        if !hasMemory {
            return "there is too little memory (ulimit -v); \(memoryBytes >> 20) MiB more than now are needed"
        }
        if !hasThreads {
            return "no threads can be started (ulimit -u or -v, or the limits of a container); "
                + "give it room for \(threads) of them"
        }
        return nil
    }

    private static var hasFiles: Bool {
        var taken: [Int32] = []
        defer { for number in taken { close(number) } }
        for _ in 0..<files {
            let number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            guard number >= 0 else { return false }
            taken.append(number)
        }
        return true
    }

    private static var hasMemory: Bool {
        let place = mmap(nil, memoryBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let place, place != MAP_FAILED else { return false }
        munmap(place, memoryBytes)
        return true
    }

    private static var threads: Int { min(mostThreads, max(leastThreads, sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 4)) }

    /// Starts as many as may be needed, all alive at once, and ends them.
    private static var hasThreads: Bool {
        guard let ends = Descriptor.connection() else { return false }
        var started: [pthread_t] = []
        var isEnough = true
        for _ in 0..<threads {
            var thread = pthread_t()
            // Each waits for the end of the connection, from which nothing ever comes.
            let failure = pthread_create(
                &thread, nil,
                { context in
                    var byte: UInt8 = 0
                    _ = read(Int32(Int(bitPattern: context)), &byte, 1)
                    return nil
                }, UnsafeMutableRawPointer(bitPattern: Int(ends.here.number)))
            guard failure == 0 else {
                isEnough = false
                break
            }
            started.append(thread)
        }
        shutdown(ends.here.number, Int32(SHUT_RDWR))
        for thread in started { pthread_join(thread, nil) }
        return isEnough
    }
}
