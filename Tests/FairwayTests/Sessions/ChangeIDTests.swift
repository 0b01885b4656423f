import Testing

@testable import Fairway

/// Services remember these texts, so that they stay as they are from build to build.
struct ChangeIDTests {
    @Test func aChangeIsNamedByItsKeyItsWorkOrANumber() {
        #expect(ChangeID.key("k-1", session: "s").text == "s/key/k-1")
        #expect(ChangeID.named("s/w3").text == "s/w3")
        let ids = ChangeIDs(origin: "node.")
        #expect(ids.next(in: "s").text == "s/node.1")
        #expect(ids.next(in: "t").text == "t/node.2")
    }
}
