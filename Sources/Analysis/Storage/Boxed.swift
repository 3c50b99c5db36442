// Boxed: a large value behind a pointer that is still a value.

/// Taking a value out of an enum and putting it back moves all its bytes, twice. Boxed, it is eight bytes, and is changed where it
/// lies; only where it has a second owner it is copied first.
struct Boxed<Value> {
    private final class Storage {
        /// Who changes it holds the only box there is, for as long as that takes; checking it again would cost a hundredth of all time.
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}
