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
            let (title, about) = (entry.title.key, entry.about.key)
            let card = "<a href=\"/app?flow=\(entry.key)\"><strong>\(title)</strong><span>\(about)</span></a>"
            #expect(page.contains(card), "\(entry.key)")
        }
    }

    @Test func realAppsComeBeforeTheDemosOfOtherFrameworks() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let entries = try tester.screen(as: Home.Menu.self).entries
        #expect(entries.first?.key == "Ferry")
        let groups = entries.map { $0.group?.key }
        let demos = groups.drop { $0 == nil }
        #expect(demos.count == 11)
        #expect(demos.allSatisfy { $0 == "From other frameworks" })
        #expect(entries.allSatisfy { !$0.about.key.isEmpty })
        // The first page has the same order.
        let page = String(decoding: Samples.embedded("Home/index.html"), as: UTF8.self)
        let parts = page.components(separatedBy: "<h3>From other frameworks</h3>")
        #expect(parts.count == 2)
        for entry in entries {
            let part = entry.group == nil ? parts[0] : parts[1]
            #expect(part.contains("<li><a href=\"/app?flow=\(entry.key)\">"), "\(entry.key)")
        }
    }

    @Test func everyFlowHasATitleInEachLanguage() async throws {
        let engine = try Engine(SamplesInMemory.app, store: MemoryStore())
        for language in ["en", "de"] {
            for flow in await engine.catalog(in: language).flows {
                #expect(flow.title?.isEmpty == false, "\(flow.name)")
            }
        }
        let german = await engine.catalog(in: "de").flows
        #expect(german.first { $0.name == "BookFerry" }?.title == "Fähre buchen")
        #expect(engine.missingTranslations.isEmpty)
    }

    @Test func everyDescriptionIsInGerman() async throws {
        let engine = try Engine(SamplesInMemory.app, store: MemoryStore())
        let (english, german) = (await engine.catalog(in: "en"), await engine.catalog(in: "de"))
        for (one, other) in zip(english.screens, german.screens) {
            #expect(one.about.isEmpty || one.about != other.about, "\(one.name)")
        }
        for (one, other) in zip(english.flows, german.flows) {
            #expect(one.about.isEmpty || one.about != other.about, "\(one.name)")
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
