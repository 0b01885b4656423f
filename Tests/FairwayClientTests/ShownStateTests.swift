import FairwayWire
import Testing

@testable import FairwayClient

struct ShownStateTests {
    @Test func nextRevisionIsReachedByItsMoves() throws {
        var shown = ShownState(try state(1, ["s1"]))
        let update = shown.receive(try state(2, ["s1", "s2"], [Move(.push, container: "c1", screen: "s2")]))
        #expect(update?.transition == .moves([Move(.push, container: "c1", screen: "s2")]))
    }

    @Test func stateIsReplacedAfterAGap() throws {
        var shown = ShownState(try state(1, ["s1"]))
        let update = shown.receive(try state(3, ["s1", "s2"], [Move(.push, container: "c1", screen: "s2")]))
        #expect(update?.transition == .whole)
    }

    @Test func inconsistentMovesAreNotFollowed() throws {
        var shown = ShownState(try state(1, ["s1"]))
        let update = shown.receive(try state(2, ["s1", "s2"], [Move(.pop, container: "c1", screen: "s1")]))
        #expect(update?.transition == .whole)
    }

    @Test func olderStateIsIgnored() throws {
        var shown = ShownState(try state(4, ["s1", "s2"]))
        #expect(shown.receive(try state(3, ["s1"])) == nil)
        #expect(shown.state.revision == 4)
    }

    @Test func sameRevisionMayBringAnotherDraft() throws {
        var shown = ShownState(try state(1, ["s1"]))
        #expect(shown.receive(try state(1, ["s1"]))?.transition == .contents)
    }

    @Test func refreshChangesContentsOnly() throws {
        var shown = ShownState(try state(1, ["s1"]))
        let update = shown.receive(try state(2, ["s1"], [Move(.refresh, container: "c1", screen: "s1")]))
        #expect(update?.transition == .contents)
    }

    private func state(_ revision: Int, _ screens: [String], _ moves: [Move] = []) throws -> StateDocument {
        let references = screens.map { #"{"id":"\#($0)","name":"Page","flow":"Flow"}"# }.joined(separator: ",")
        let json = """
            {"session":"a","revision":\(revision),"status":"active","moves":[],
            "screen":{"id":"\(screens.last ?? "")","name":"Page","flow":"Flow","version":1,"presentation":"push",
            "back":false,"viewModel":{},"actions":[]},
            "navigation":{"kind":"stack","id":"c1","screens":[\(references)]},"effects":[]}
            """
        var state = try JSON.decode(StateDocument.self, from: Array(json.utf8))
        state.moves = moves
        return state
    }
}
