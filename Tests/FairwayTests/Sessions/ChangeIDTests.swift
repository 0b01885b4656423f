import Testing

@testable import Fairway

/// Services store these texts, so they must not change between builds.
struct ChangeIDTests {
    @Test func changeIDContainsKeyOrWorkOrNumber() {
        #expect(ChangeID.key("k-1", session: "s").text == "s/key/k-1")
        #expect(ChangeID.named("s/w3").text == "s/w3")
        let ids = ChangeIDs(origin: "node.")
        #expect(ids.next(in: "s").text == "s/node.1")
        #expect(ids.next(in: "t").text == "t/node.2")
    }
}
