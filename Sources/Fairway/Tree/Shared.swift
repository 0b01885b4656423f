/// A value behind a reference, shared until one of its copies is changed.
///
/// Handing on a value with forty references in it costs forty retains every time; behind one reference it costs one.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    private var storage: Storage

    /// Unchecked, because the value is changed only where this is the one reference to it; for the same reason nobody
    /// can read it meanwhile, so that the dynamic check of that is off.
    private final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    init(_ value: consuming Value) { storage = Storage(value) }

    /// The whole value. It is lent, and not copied, to who reads it. Inlined, as is whatever lends a part of it on: a lender
    /// that is called asks for memory of its own to wait in.
    var value: Value {
        @inline(__always) _read { yield storage.value }
        @inline(__always) _modify {
            makeUnique()
            yield &storage.value
        }
    }

    /// A part of it. Not every key path is seen through by the compiler, and one that is not copies the whole to give a part:
    /// where a profile finds one, ``value`` is read instead.
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
