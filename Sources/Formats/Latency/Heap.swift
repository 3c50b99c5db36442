// Heap: the smallest of many values, again and again. Williams: Algorithm 232: Heapsort, 1964.

struct Heap<Value> {
    private var values: [Value] = []
    private let isBefore: (Value, Value) -> Bool

    init(_ isBefore: @escaping (Value, Value) -> Bool) { self.isBefore = isBefore }

    /// The smallest one; `nil` where there is none.
    var first: Value? { values.first }

    mutating func insert(_ value: Value) {
        values.append(value)
        var place = values.count - 1
        while place > 0, isBefore(values[place], values[(place - 1) / 2]) {
            values.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes the smallest one out, where there is one.
    mutating func removeFirst() {
        guard let last = values.popLast(), !values.isEmpty else { return }
        values[0] = last
        var place = 0
        while true {
            var child = 2 * place + 1
            if child + 1 < values.count, isBefore(values[child + 1], values[child]) { child += 1 }
            guard child < values.count, isBefore(values[child], values[place]) else { return }
            values.swapAt(place, child)
            place = child
        }
    }
}
