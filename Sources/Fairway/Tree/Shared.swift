/// A copy-on-write box. Copying it retains one reference instead of every reference inside the value.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    private var storage: Storage

    /// `@unchecked Sendable`: the value is mutated only if `makeUnique` has found that the storage has a single
    /// reference. For the same reason no other access can overlap with a mutation, so exclusivity checking is off.
    private final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    init(_ value: consuming Value) { storage = Storage(value) }

    /// The value. The accessors yield it without a copy. They are inlined, as are accessors that forward to them,
    /// because each coroutine that is not inlined allocates a frame.
    var value: Value {
        @inline(__always) _read { yield storage.value }
        @inline(__always) _modify {
            makeUnique()
            yield &storage.value
        }
    }

    /// A member of the value. The compiler does not optimise every key path, and otherwise copies the entire value. Use
    /// ``value`` where this shows in a profile.
    subscript<Member>(dynamicMember property: WritableKeyPath<Value, Member>) -> Member {
        @inline(__always) _read { yield storage.value[keyPath: property] }
        @inline(__always) _modify {
            makeUnique()
            yield &storage.value[keyPath: property]
        }
    }

    @inline(never)
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
    }
}
