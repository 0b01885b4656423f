import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import FairwayTesting

/// A random walk through flows with derived screens. After every change, the visible screens equal those of a model that
/// makes all of them from the flow's state. In one of the two runs, the tester restores the session from the store after
/// every change.
struct DerivedWalkTests {
    @Test(arguments: [Restoring.afterEveryStep, .never])
    func visibleScreensEqualTheirClosures(restoring: Restoring) async throws {
        let seed = Trials.seed
        FileHandle.standardError.write(Data("\(seed)\n".utf8))
        var random = seed.makeGenerator()
        for _ in 0..<Trials.choose(5, long: 20) {
            let tester = try await FlowTester(Notebook(), restoring: restoring) {
                Flow(WriteNote())
                Flow(ReadNote())
                Service(Thermometer.self) { _ in Thermometer() }
            }
            for step in 0..<40 {
                let before = try #require(tester.flow)
                do {
                    try await take(&random, tester)
                } catch let problem as Problem {
                    #expect([.rejected, .cannotGoBack].contains(problem.code), "\(seed), step \(step): \(problem)")
                    #expect(tester.flow?.notes == before.notes, "\(seed), step \(step)")
                }
                try check(tester, "\(seed), step \(step)")
            }
        }
    }

    private func take(_ random: inout SeededGenerator, _ tester: FlowTester<Notebook>) async throws {
        let id = Int.random(in: 1...4, using: &random)
        let choice = Int.random(in: 0..<10, using: &random)
        switch (tester.screen, choice) {
        case (is Notebook.List, 0...2): try await tester.send(.open(id: id), on: Notebook.List.self)
        case (is Notebook.List, 3...4): try await tester.send(.add(text: "\(choice)"), on: Notebook.List.self)
        case (is Notebook.List, 5...6): try await tester.send(.read(id: id), on: Notebook.List.self)
        case (is Notebook.List, 7): try await tester.send(.report, on: Notebook.List.self)
        case (is Notebook.List, _): try await tester.send(.write, on: Notebook.List.self)
        case (is Notebook.NotePage, 0...3): try await tester.send(.open(id: id), on: Notebook.NotePage.self)
        case (is Notebook.NotePage, 4...6):
            try await tester.send(.rename(text: "\(choice) of \(id)"), on: Notebook.NotePage.self)
        case (is Notebook.NotePage, 7): try await tester.send(.delete, on: Notebook.NotePage.self)
        case (is Notebook.NotePage, 8): try await tester.send(.goBack(id: id), on: Notebook.NotePage.self)
        case (is WriteNote.Form, 0...6): try await tester.send(.save(text: "written"), on: WriteNote.Form.self)
        case (is Notebook.Report, 0...4): try await tester.send(.look, on: Notebook.Report.self)
        default: try await tester.goBack()
        }
    }

    private func check(_ tester: FlowTester<Notebook>, _ place: String) throws {
        let notes = try #require(tester.flow).notes
        switch tester.screen {
        case let list as Notebook.List: #expect(list.texts == notes.map(\.text), "\(place)")
        case let page as Notebook.NotePage:
            let note = try #require(notes.first { $0.id == page.id }, "\(place): a page of a deleted note is visible")
            #expect(page.text == note.text, "\(place)")
        case let report as Notebook.Report: #expect(report.count == notes.count, "\(place)")
        default: #expect(tester.screen is WriteNote.Form, "\(place)")
        }
    }
}
