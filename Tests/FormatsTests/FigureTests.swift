// FigureTests: numbers with units, where one unit ends and the next begins.

import Formats
import Testing

@Suite struct FigureTests {
    @Test(arguments: [
        (0, "0 µs"), (8e-8, "80 ns"), (6.4e-4, "640 µs"), (9.996e-4, "1.00 ms"), (0.00213, "2.13 ms"),
        (0.0999, "99.9 ms"), (0.1, "100 ms"), (0.9996, "1.00 s"), (12.5, "12.5 s"), (-0.002, "−2.00 ms"),
    ])
    func `a time has three digits that matter`(seconds: Double, text: String) {
        #expect(Figures.time(seconds) == text)
    }

    @Test(arguments: [
        (6.4e-4, "640 µs"), (0.0021, "2.1 ms"), (0.25, "250 ms"), (1.25, "1.25 s"), (75, "75.0 s"), (nil, "–"),
    ])
    func `a duration fits into a table`(seconds: Double?, text: String) {
        #expect(Figures.duration(seconds) == text)
    }

    @Test(arguments: [
        (0, "0 %"), (0.0005, "< 0.1 %"), (0.5, "50 %"), (0.987, "98.7 %"), (0.9995, "> 99.9 %"), (1, "100 %"),
    ])
    func `a share is all or nothing only where it is`(share: Double, text: String) {
        #expect(Figures.percent(share) == text)
    }

    @Test(arguments: [
        (0, "±0.0 %"), (0.123, "+12.3 %"), (-0.04, "−4.0 %"), (12.5, "+1250 %"), (.infinity, "from nothing"),
    ])
    func `a change has its sign`(share: Double, text: String) {
        #expect(Figures.change(share) == text)
    }
}
