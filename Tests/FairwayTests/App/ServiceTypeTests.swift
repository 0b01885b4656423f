import Testing

@testable import Fairway

/// A service is looked up by its declared type, independent of its dynamic type.
struct ServiceTypeTests {
    @Test func serviceIsFoundByItsDeclaredType() {
        let dependencies = Dependencies([
            Service((any Shipping).self) { _ in Ferries(name: "by protocol") },
            Service(Ferries.self) { _ in Ferries(name: "itself") },
            Service(Harbour.self) { _ in FishingHarbour() },
            Service(Int?.self) { _ in 7 },
            Service(String?.self) { _ in nil },
        ])
        #expect(dependencies[(any Shipping).self].name == "by protocol")
        #expect(dependencies[Ferries.self].name == "itself")
        #expect(dependencies[Harbour.self].name == "fishing")
        #expect(dependencies[Int?.self] == 7)
        #expect(dependencies[String?.self] == nil)
    }

    /// In generic code an existential can contain another existential.
    @Test func nestedExistentialIsUnboxed() {
        func boxed<Value: Sendable>(_ value: Value) -> any Sendable { value }
        let shipping: any Shipping = Ferries(name: "a")
        #expect(unboxed(boxed(shipping), as: (any Shipping).self).name == "a")
        #expect(unboxed(boxed(shipping), as: Ferries.self).name == "a")
    }

    private protocol Shipping: Sendable { var name: String { get } }

    /// Larger than an existential's inline buffer.
    private struct Ferries: Shipping {
        var name: String
        var ports = ["Gedser", "Rostock"]
        var decks = (1, 2, 3)
    }

    /// `@unchecked Sendable`, here and below, because a class that is not final cannot conform otherwise. It has no
    /// state.
    private class Harbour: @unchecked Sendable { var name: String { "plain" } }

    private final class FishingHarbour: Harbour, @unchecked Sendable { override var name: String { "fishing" } }
}
