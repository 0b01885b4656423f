import Fairway
import FairwayTesting
import Testing

@testable import Guestbook

struct BookTests {
    @Test func signingAddsAnEntryToTheBook() async throws {
        let tester = try await FlowTester(Book(), in: Guestbook.self)
        try await tester.send(Book.Entries.Action.signButtonPressed)
        try await tester.send(Sign.Form.Action.continueButtonPressed(name: "Ada", message: "Hello"))
        try await tester.send(Sign.Preview.Action.signButtonPressed)
        #expect(try tester.screen(as: Book.Entries.self).entries == [Book.Entry(name: "Ada", message: "Hello")])
    }

    @Test func aNameIsRequired() async throws {
        let tester = try await FlowTester(Sign(), in: Guestbook.self)
        await #expect(throws: Problem.self) {
            try await tester.send(Sign.Form.Action.continueButtonPressed(name: "", message: "Hello"))
        }
        #expect(tester.screen is Sign.Form)
    }
}
