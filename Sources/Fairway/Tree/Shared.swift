/// A copy-on-write box. Copying it retains one reference instead of every reference inside the value.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    private var storage: Storage

    /// `@unchecked Sendable`: the value is mutated only after `makeUnique`, when the storage has a single reference.
    /// No other access can then overlap with the mutation, so exclusivity checking is off as well.
    private final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    init(_ value: consuming Value) { storage = Storage(value) }

    /// The value, accessed in place. The optimiser inlines these accessors, and those that forward to them. A coroutine
    /// accessor that is not inlined allocates a frame.
    var value: Value {
        _read { yield storage.value }
        _modify {
            makeUnique()
            yield &storage.value
        }
    }

    /// A member of the value. If the compiler cannot optimise the key path, it copies the entire value. Use ``value``
    /// where that shows in a profile.
    subscript<Member>(dynamicMember property: WritableKeyPath<Value, Member>) -> Member {
        _read { yield storage.value[keyPath: property] }
        _modify {
            makeUnique()
            yield &storage.value[keyPath: property]
        }
    }

    /// Not inlined, because each mutation would contain the code that copies the value.
    @inline(never)
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
    }
}
