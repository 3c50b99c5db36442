// PageCache: what the system keeps of a file in memory; see posix_fadvise(2) and mincore(2).

import Glibc

/// Makes a file's next reading as slow as its first.
package enum PageCache {
    /// Asks the system to forget a file.
    /// - Returns: which share of it (0…1) is still in memory afterwards; `nil` where that cannot be told. File systems
    ///   that live in memory forget nothing.
    package static func drop(_ path: String) -> Double? {
        guard let descriptor = try? Descriptor.reading(path) else { return nil }
        // Pages that are not on the disk yet cannot be dropped.
        _ = fdatasync(descriptor.number)
        let dontNeed: Int32 = 4
        _ = posix_fadvise(descriptor.number, 0, 0, dontNeed)
        return resident(descriptor)
    }

    private static func resident(_ descriptor: Descriptor) -> Double? {
        guard let status = try? descriptor.status() else { return nil }
        let bytes = Int(status.bytes)
        guard bytes > 0 else { return 0 }
        let map = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor.number, 0)
        guard let map, map != MAP_FAILED else { return nil }
        defer { munmap(map, bytes) }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        var pages = [UInt8](repeating: 0, count: (bytes + page - 1) / page)
        guard mincore(map, bytes, &pages) == 0 else { return nil }
        return Double(pages.count { $0 & 1 == 1 }) / Double(pages.count)
    }
}
