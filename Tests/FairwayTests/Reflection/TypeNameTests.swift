import Testing

@testable import Fairway

/// The names under which types are known to clients and kept in the store.
struct TypeNameTests {
    @Test func aNameIsDottedWithoutModuleAndAddress() {
        struct Local {
            struct Inner {}
        }
        #expect(TypeName.of(Turnstile.Page.self) == "Turnstile.Page")
        #expect(TypeName.of(Puppet.self) == "Puppet")
        #expect(TypeName.of(Hidden.self) == "TypeNameTests.Hidden")
        #expect(TypeName.of(Local.Inner.self).hasSuffix("Local.Inner"))
        #expect(!TypeName.of(Local.self).contains("("))
    }

    @Test(arguments: [
        ("Tutorial.Page1", true), ("a", true), ("Pagé", false), ("", false), ("Box<Int>", false), ("a b", false),
    ])
    func onlySomeNamesCanBeUsed(_ name: String, _ isUsable: Bool) {
        #expect(TypeName.isUsable(name) == isUsable)
    }

    private struct Hidden {}
}
