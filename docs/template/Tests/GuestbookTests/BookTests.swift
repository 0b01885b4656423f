import Fairway
import FairwayTesting
import Testing

@testable import Guestbook

struct BookTests {
    @Test func signingAddsAnEntryToTheBook() async throws {
        let tester = try await FlowTester(Book(), in: Guestbook.self)
        try await tester.send(.signButtonPressed, on: Book.Entries.self)
        try await tester.send(.continueButtonPressed(name: "Ada", message: "Hello"), on: Sign.Form.self)
        try await tester.send(.signButtonPressed, on: Sign.Preview.self)
        #expect(try tester.screen(as: Book.Entries.self).entries == [Book.Entry(name: "Ada", message: "Hello")])
    }

    @Test func aNameIsRequired() async throws {
        let tester = try await FlowTester(Sign(), in: Guestbook.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.continueButtonPressed(name: "", message: "Hello"), on: Sign.Form.self)
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/name"])
        #expect(tester.screen is Sign.Form)
    }
}
