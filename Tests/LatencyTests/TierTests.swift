// TierTests: durations in the tiers of the interaction design.

import Latency
import Testing

@Suite struct TierTests {
    @Test(arguments: [
        (0, Tier.immediate), (0.1, .immediate), (0.1001, .quick), (0.3, .quick), (0.999, .acceptable), (1.5, .patient),
        (3, .patient), (3.01, .extended),
    ])
    func aDurationHasATier(seconds: Double, tier: Tier) { #expect(Tier(of: seconds) == tier) }
}
