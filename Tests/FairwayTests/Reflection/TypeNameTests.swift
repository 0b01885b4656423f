import Testing

@testable import Fairway

struct TypeNameTests {
    @Test func typeNameHasNoModuleAndNoAddress() {
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
    func genericAndNonASCIINamesAreNotUsable(_ name: String, _ isUsable: Bool) {
        #expect(TypeName.isUsable(name) == isUsable)
    }

    private struct Hidden {}
}
