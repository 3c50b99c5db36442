// PackedNumbers: a long list of whole numbers that change little from one to the next, in about a byte each.

/// Nothing is lost. The numbers lie in pages of 4 KiB that never move again: growing copies nothing that is there, and
/// reading can begin at any page.
public struct PackedNumbers: Sequence, Sendable, Equatable {
    public typealias Prediction = RiceModel.Prediction

    /// What is remembered of a list.
    public enum Keeping: Sendable {
        case all
        /// The first page and the newest two or three, each with at least 585 numbers: a fixed amount of memory.
        /// Reading passes over the others.
        case ends
    }

    static let bytesPerPage = 4096
    private static let bitsPerPage = bytesPerPage * 8
    private static let newestPages = 2

    fileprivate struct Page: Equatable, Sendable {
        /// As it was before the page's first number.
        var model: RiceModel
        /// Position of the number after its last one.
        var end: Int
        var bits: BitString
    }

    private let keeping: Keeping
    private var full: [Page] = []
    /// The page that is being filled: how it began, and what it holds.
    private var start: RiceModel
    private var bits = BitString(bytes: bytesPerPage)
    private var model: RiceModel

    public init(_ prediction: Prediction, keeping: Keeping = .all) {
        self.keeping = keeping
        model = RiceModel(prediction)
        start = model
    }

    /// Numbers appended so far.
    public var count: Int { model.position }

    /// Bytes that hold the numbers, room for more in the last page included.
    package var byteCount: Int { (full.count + 1) * Self.bytesPerPage }

    /// - Parameter number: within ±2²⁸.
    public mutating func append(_ number: Int) {
        if bits.count + RiceModel.maximumBits > Self.bitsPerPage { turnPage() }
        model.write(number, to: &bits)
    }

    private mutating func turnPage() {
        full.append(Page(model: start, end: model.position, bits: bits))
        if keeping == .ends && full.count > 1 + Self.newestPages { full.remove(at: 1) }
        start = model
        bits = BitString(bytes: Self.bytesPerPage)
    }

    public func makeIterator() -> Iterator { from(0) }

    /// The numbers from a position on. To find it, less than a page is read.
    public func from(_ position: Int) -> Iterator { Iterator(self, at: position) }

    /// Page by page, the one that is being filled last.
    fileprivate func page(_ number: Int) -> Page {
        number < full.count ? full[number] : Page(model: start, end: model.position, bits: bits)
    }

    fileprivate var lastPage: Int { full.count }

    public struct Iterator: IteratorProtocol, Sequence {
        private let list: PackedNumbers
        private var number: Int
        private var page: Page
        private var bit = 0

        fileprivate init(_ list: PackedNumbers, at position: Int) {
            self.list = list
            number = list.lastPage
            while number > 0 && list.page(number).model.position > position { number -= 1 }
            page = list.page(number)
            while page.model.position < Swift.min(position, page.end) { _ = next() }
        }

        public mutating func next() -> Int? {
            while page.model.position == page.end {
                guard number < list.lastPage else { return nil }
                number += 1
                page = list.page(number)
                bit = 0
            }
            return page.model.read(page.bits, at: &bit)
        }
    }
}
