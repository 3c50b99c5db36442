// NumbersTests: numbers as documents and sentences write them.

import Capture
import Testing

@Suite struct NumbersTests {
    @Test(arguments: [
        (2.5, 3, "2.500", "2.5"), (80, 0, "80", "80"), (-0.04, 1, "0.0", "0"), (0.05, 1, "0.1", "0.1"),
        (-3.26, 1, "-3.3", "-3.3"), (9.9999, 2, "10.00", "10"), (8_999_999_999, 1, "8999999999.0", "8999999999"),
    ])
    func `decimals are as many as asked for, or as are needed`(
        value: Double, decimals: Int, fixed: String, short: String
    ) {
        #expect(Numbers.fixed(value, decimals) == fixed)
        #expect(Numbers.short(value, decimals) == short)
    }

    @Test func `what cannot be written with decimals is written as it is`() {
        for value in [Double.nan, .infinity, -.infinity, 1e300, -9e9] {
            #expect(Numbers.fixed(value, 6) == "\(value)" && Numbers.short(value, 6) == "\(value)")
        }
    }

    @Test func `in a sentence a minus is a minus, and nothing has none`() {
        #expect(Numbers.said(-2.46, 1) == "−2.5" && Numbers.said(-0.04, 1) == "0.0" && Numbers.said(0.71, 2) == "0.71")
    }

    @Test func `whole numbers are padded and never cut`() {
        #expect(Numbers.padded(7) == "07" && Numbers.padded(12) == "12" && Numbers.padded(123) == "123")
        #expect(Numbers.padded(7, to: 3) == "007")
    }

    @Test(arguments: [
        (0, "0:00.0"), (12.84, "0:12.8"), (59.96, "1:00.0"), (3599.96, "1:00:00.0"), (3723, "1:02:03.0"),
        (-1, "0:00.0"),
    ])
    func `a clock has hours where there are any`(seconds: Double, text: String) {
        #expect(Numbers.clock(seconds) == text)
    }
}
