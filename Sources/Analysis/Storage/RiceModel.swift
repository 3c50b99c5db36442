// RiceModel: what the next number of a list will probably be, and the code that is short when it is right.
// The code is Rice's (JPL Publication 79-22, 1979): quotient in ones and a zero, remainder in a few bits, whose number
// follows the recent misses.

/// Writer and reader keep one each, and both learn the same.
public struct RiceModel: Sendable, Equatable {
    /// What the next number is expected to be like.
    public enum Prediction: Sendable {
        /// Like the last one; right for noise.
        case same
        /// As far from the last one as that was from the one before; right for curves.
        case straight
    }

    /// No number takes more.
    static let maximumBits = longestQuotient + plainBits
    private static let longestQuotient = 24
    /// A miss that is much larger than usual is written as it is.
    private static let plainBits = 32
    private static let maximumRemainderBits = 24
    /// The mean miss is followed over about this many numbers, as a power of two.
    private static let memory = 3

    private let prediction: Prediction
    /// Numbers so far.
    private(set) var position = 0
    private var last = 0
    private var step = 0
    /// Sum of the recent misses: their mean times 2³.
    private var misses: UInt64 = 0

    init(_ prediction: Prediction) { self.prediction = prediction }

    private var expected: Int { prediction == .same ? last : last + step }

    /// Bits below the quotient: as many as the mean miss has, less one.
    private var remainderBits: Int {
        min(max(63 - (misses >> Self.memory).leadingZeroBitCount, 0), Self.maximumRemainderBits)
    }

    mutating func write(_ number: Int, to bits: inout BitString) {
        precondition(abs(number) < 1 << 28, "the number is too large to be packed")
        let miss = number - expected
        // 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 …
        let code = UInt64(bitPattern: Int64(miss << 1 ^ miss >> 63))
        let remainder = remainderBits
        let quotient = Int(code >> remainder)
        if quotient < Self.longestQuotient {
            bits.append(1 << quotient - 1, count: quotient + 1)
            bits.append(code & (1 << remainder - 1), count: remainder)
        } else {
            bits.append(1 << Self.longestQuotient - 1, count: Self.longestQuotient)
            bits.append(code, count: Self.plainBits)
        }
        learn(number, code)
    }

    mutating func read(_ bits: BitString, at bit: inout Int) -> Int {
        let remainder = remainderBits
        let quotient = (~bits.bits(from: bit)).trailingZeroBitCount
        let code: UInt64
        if quotient < Self.longestQuotient {
            bit += quotient + 1
            code = UInt64(quotient) << remainder | bits.bits(from: bit) & (1 << remainder - 1)
            bit += remainder
        } else {
            bit += Self.longestQuotient
            code = bits.bits(from: bit) & (1 << Self.plainBits - 1)
            bit += Self.plainBits
        }
        let number = expected + (Int(code >> 1) ^ -Int(code & 1))
        learn(number, code)
        return number
    }

    private mutating func learn(_ number: Int, _ code: UInt64) {
        misses = misses - misses >> Self.memory + code
        step = number - last
        last = number
        position += 1
    }
}

/// Bits one after the other.
struct BitString: Sendable, Equatable {
    private var words: [UInt64] = []
    private(set) var count = 0

    /// - Parameter bytes: room that is made at once.
    init(bytes: Int) { words.reserveCapacity(bytes / 8) }

    /// Appends the lowest `count` (0…63) bits of a value whose other bits are 0.
    mutating func append(_ value: UInt64, count new: Int) {
        guard new > 0 else { return }
        let offset = count & 63
        if offset == 0 { words.append(value) } else { words[words.count - 1] |= value << offset }
        if offset > 0 && offset + new > 64 { words.append(value >> (64 - offset)) }
        count += new
    }

    /// The 64 bits from a position on, the first one lowest; zeros follow the last one.
    func bits(from position: Int) -> UInt64 {
        let (word, offset) = (position >> 6, position & 63)
        guard word < words.count else { return 0 }
        guard offset > 0, word + 1 < words.count else { return words[word] >> offset }
        return words[word] >> offset | words[word + 1] << (64 - offset)
    }
}
