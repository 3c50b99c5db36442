// NucleusGate: only syllables inside of activity count.

/// Lets nuclei pass that lie inside of activity, once that is known.
struct NucleusGate {
    private var activity = Ring<Bool>(keeping: 512, filledWith: false)

    mutating func push(isActive: Bool) { activity.append(isActive) }

    func pass(_ candidates: inout [NucleusCandidate], to nuclei: inout [SyllableNucleus]) {
        var waiting = 0
        // By index: iterating over the array would hold a copy of it while it is changed.
        for index in candidates.indices {
            let candidate = candidates[index]
            if candidate.frame < activity.count {
                if activity[candidate.frame] { nuclei.append(candidate.nucleus) }
            } else {
                candidates[waiting] = candidate
                waiting += 1
            }
        }
        candidates.removeLast(candidates.count - waiting)
    }
}
