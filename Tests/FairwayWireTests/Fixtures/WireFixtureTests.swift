import FairwayWire
import Testing
import WireChecking

/// Checks the documents that all clients and the server must decode to the same values.
struct WireFixtureTests {
    @Test(arguments: try WireFixture.all())
    func documentIsEncodedAsItWasDecoded(_ fixture: WireFixture) throws {
        let bytes = try fixture.bytes()
        let written =
            switch fixture.kind {
            case "state": try JSON.encode(try JSON.decode(StateDocument.self, from: bytes))
            case "problem": try JSON.encode(try JSON.decode(Problem.self, from: bytes))
            case "handoff": try JSON.encode(try JSON.decode(Handoff.self, from: bytes))
            case "catalog": try JSON.encode(try JSON.decode(Catalog.self, from: bytes))
            default: try #require(nil as [UInt8]?, "the kind of \(fixture) has no decoder in this test")
            }
        #expect(String(decoding: written, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: [
        #""status":"active","outcome":null,"flow":"Shop","screen":"Shop.List","title":"Käse","#,
        #""status":"over","outcome":"ended","flow":"Shop","screen":null,"title":null,"#,
    ])
    func listedSessionIsEncodedAsItWasDecoded(_ members: String) throws {
        let dates = #""createdAt":"2026-11-28T22:47:46.386Z","touchedAt":"2026-11-29T00:00:00.000Z""#
        let text = #"{"session":"a","revision":3,\#(members)\#(dates)}"#
        let session = try JSON.decode(ListedSession.self, from: text.utf8)
        #expect(String(decoding: try JSON.encode(session), as: UTF8.self) == text)
    }

    @Test func fixturesCoverEachMoveAndOutcome() throws {
        let states = try states()
        #expect(Set(states.flatMap(\.moves).map(\.move)) == Set(Move.Kind.allCases))
        #expect(Set(states.compactMap(\.outcome)) == Set(SessionOutcome.allCases))
        #expect(Set(states.compactMap(\.screen?.presentation)) == Set(Presentation.allCases))
    }

    @Test func stateIsWrittenWithOtherMovesEffectsAndNavigation() throws {
        for state in try states() {
            var bare = state
            (bare.moves, bare.effects) = ([], [])
            for navigation in [nil, state.navigation?.json] {
                if navigation != nil { bare.navigation = nil }
                let json = bare.json(moves: state.moves, navigation: navigation, effects: state.effects)
                #expect(json == state.json)
            }
        }
        #expect(try states().contains { !$0.moves.isEmpty } && states().contains { !$0.effects.isEmpty })
    }

    @Test func everyIDInAMoveIsInTheNewNavigation() throws {
        for state in try states() {
            guard let navigation = state.navigation else { continue }
            let text = String(decoding: try JSON.encode(navigation), as: UTF8.self)
            for id in state.moves.flatMap({ [$0.container, $0.screen] }).compactMap(\.self) {
                #expect(text.contains("\"id\":\"\(id)\""), "\(id) in \(text)")
            }
        }
    }

    private func states() throws -> [StateDocument] {
        try WireFixture.all().filter { $0.kind == "state" }.map { try JSON.decode(StateDocument.self, from: $0.text) }
    }
}
