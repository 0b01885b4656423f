import FairwayWire
import Testing

@testable import Fairway

/// Corrupt rows are rejected without a trap or an endless loop.
struct DamagedRowsTests {
    @Test(arguments: [[1], [nil, 2], [nil, 3, 2], [nil, 9], [nil, nil]] as [[Int?]])
    func flowsOutsideTheTreeAreRejected(parents: [Int?]) async throws {
        let (engine, whole) = try await stored()
        var stored = whole
        stored.flows = parents.enumerated().map { offset, parent in
            whole.flows[0].placed(offset + 1, under: parent)
        }
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test func duplicateFlowNumbersAreRejected() async throws {
        let (engine, whole) = try await stored()
        var stored = whole
        stored.flows.append(whole.flows[0].placed(1, under: 1))
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test(arguments: ["screen", "node", "container", "effect", "job"], [Int.max, 0, -1])
    func outOfRangeNumbersAreRejected(kind: String, number: Int) async throws {
        let (engine, whole) = try await stored()
        var layout = try JSON.decode(JSONObject.self, from: whole.session.layout.bytes)
        guard case .object(var next)? = layout["next"] else {
            Issue.record("a layout without its next ids")
            return
        }
        next[kind] = .number(JSONNumber(number))
        layout["next"] = .object(next)
        var stored = whole
        stored.session.layout = try RawJSON(encoding: layout)
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test(arguments: ["", "[]", "{}", #"{"next":{},"layers":[]}"#, "null", "1"])
    func malformedLayoutIsRejected(text: String) async throws {
        let (engine, whole) = try await stored()
        var stored = whole
        stored.session.layout = RawJSON(known: Array(text.utf8))
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test(arguments: ["", "[]", "{}", #"{"shown":{}}"#, #"{"shown":[{"id":"1"}]}"#, #"{"shown":[],"home":"1"}"#])
    func malformedScreensAreRejected(text: String) async throws {
        let (engine, whole) = try await stored()
        var stored = whole
        stored.flows[0].screens = RawJSON(known: Array(text.utf8))
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test func screensOutsideTheOrderOfTheirIDsAreRejected() async throws {
        let (engine, whole) = try await stored()
        var screens = try JSON.decode(JSONObject.self, from: whole.flows[0].screens.bytes)
        guard case .array(let shown)? = screens["shown"] else {
            Issue.record("a flow without its screens")
            return
        }
        screens["shown"] = .array(shown + shown)
        var stored = whole
        stored.flows[0].screens = try RawJSON(encoding: screens)
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test(arguments: ["", "[]", "null"])
    func malformedViewModelsAreRejected(text: String) async throws {
        let (engine, whole) = try await stored()
        var stored = whole
        stored.session.viewModels = RawJSON(known: Array(text.utf8))
        #expect(throws: IncompatibleFlow.self) { try SessionState(stored, engine.blueprint) }
    }

    @Test func unmodifiedRowsAreRead() async throws {
        let (engine, whole) = try await stored()
        _ = try SessionState(whole, engine.blueprint)
    }

    private func stored() async throws -> (Engine, StoredSession) {
        let stages = try await StoredStages(count: 1)
        return (stages.engine, stages.sessions[0])
    }
}

extension FlowRow {
    /// A copy of the row at another position in the tree of flows.
    fileprivate func placed(_ node: Int, under parent: Int?) -> FlowRow {
        FlowRow(
            node: node,
            parent: parent,
            depth: depth,
            path: path,
            flow: flow,
            storedName: storedName,
            version: version,
            slot: slot,
            state: state,
            screens: screens,
            screen: screen,
            isFront: isFront,
            startedAt: startedAt,
            touchedAt: touchedAt
        )
    }
}
