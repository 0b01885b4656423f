import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import Samples

/// The menu of all samples.
struct HomeTests {
    @Test func everyMenuEntryStartsItsSample() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        for entry in try tester.screen(as: Home.Menu.self).entries {
            try await tester.send(.didSelectEntry(key: entry.key), on: Home.Menu.self)
            #expect(tester.state.screen?.name != "Home.Menu", "\(entry.key)")
            try await tester.goBack()
            #expect(tester.screen is Home.Menu, "\(entry.key)")
            #expect(tester.hierarchy == "Home: Home.Menu")
        }
    }

    @Test func firstPageHasACardForEachSample() {
        let page = String(decoding: Samples.embedded("Home/index.html"), as: UTF8.self)
        #expect(page.components(separatedBy: "<li><a href=\"/app?flow=").count == Sample.allCases.count + 1)
        for entry in Sample.allCases.map(\.entry) {
            let card =
                "<a href=\"/app?flow=\(entry.key)\"><strong>\(entry.title)</strong><span>\(entry.about)</span></a>"
            #expect(page.contains(card), "\(entry.key)")
        }
    }

    @Test func unknownEntryIsRejected() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.didSelectEntry(key: "Nothing"), on: Home.Menu.self)
        }
        #expect(problem?.errors.map(\.code) == ["not-an-option"])
    }

    @Test func menuCannotBeLeft() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
    }

    @Test func examplesMatchSnapshots() async throws {
        try await SamplesInMemory.expectExampleSnapshots()
    }

    @Test func appHasNoWarnings() throws {
        #expect(try Engine(Samples.app, store: MemoryStore()).warnings.isEmpty)
    }
}
