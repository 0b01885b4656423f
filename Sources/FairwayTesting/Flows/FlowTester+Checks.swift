import Fairway
import FairwayWire
import Testing

/// The checks that the tester makes after every change.
extension FlowTester {
    /// Makes a change as a client's request would, and checks the result.
    @discardableResult
    func perform(_ change: Change, at location: SourceLocation) async throws -> StateDocument {
        try await perform(at: location) { await self.engine.perform(change, on: self.session, by: self.caller) }
    }

    func perform(at location: SourceLocation, _ call: () async -> Answer) async throws -> StateDocument {
        let before = last.inspection
        let answer = await call()
        do {
            let document = try answer.document
            try await note(document)
            try await check(document, after: before, at: location)
            return document
        } catch let problem as Problem {
            try await note(nil)
            checkThatNothingChanged(since: before, because: problem, at: location)
            try await checkRestoring(at: location)
            throw problem
        }
    }

    func check(_ document: StateDocument, after before: Inspection?, at location: SourceLocation) async throws {
        checkMoves(document, after: before, at: location)
        try await checkDerivedScreens(at: location)
        try await checkRestoring(at: location)
    }

    /// Checks that derived screens without a context depend on their flow's state alone.
    func checkDerivedScreens(at location: SourceLocation) async throws {
        for screen in try await engine.impureScreens(of: session) {
            let sentence =
                "\(screen) differs each time it is made from the same state: read the time, random values and services "
                + "in a handler, or in a closure with a context"
            Issue.record("\(sentence)", sourceLocation: location)
        }
    }

    /// Checks that the moves lead from the old navigation to the new one and name only screens in it.
    private func checkMoves(_ document: StateDocument, after before: Inspection?, at location: SourceLocation) {
        let led = before.map { $0.document.navigation?.applying(document.moves, toward: document.navigation) }
        if let led, led != document.navigation {
            Issue.record("the moves \(document.moves) do not lead to the new navigation", sourceLocation: location)
        }
        guard let navigation = document.navigation else { return }
        let screens = Set(navigation.screens.map(\.id))
        for move in document.moves {
            if let screen = move.screen, !screens.contains(screen) {
                Issue.record("\(move) names a screen that is not in the new navigation", sourceLocation: location)
            }
        }
        if document.screen?.id != navigation.front?.id {
            Issue.record("`screen` is not the front screen of `navigation`", sourceLocation: location)
        }
    }

    private func checkThatNothingChanged(
        since before: Inspection,
        because problem: Problem,
        at location: SourceLocation
    ) {
        let after = last.inspection
        if before.rows.session != after.rows.session || before.rows.flows != after.rows.flows {
            Issue.record(
                "the change was refused with \(problem.code.rawValue), but the session has changed",
                sourceLocation: location
            )
        }
    }

    /// Checks that the session is the same in memory, in the store, and after being restored.
    func checkRestoring(at location: SourceLocation) async throws {
        guard restoring == .afterEveryStep else { return }
        let live = last.inspection
        let stored = try store.load(session)
        if let difference = stored?.difference(from: live.rows) {
            Issue.record("the stored session differs from the one in memory: \(difference)", sourceLocation: location)
        }
        engine.dropIdleSessions()
        let restored = try await engine.inspect(session)
        if let difference = stored.flatMap({ restored.rows.difference(from: $0) }) {
            Issue.record("the restored session differs from the stored one: \(difference)", sourceLocation: location)
        }
        if restored.document != live.document {
            Issue.record("the session's state differs after it was restored from the store", sourceLocation: location)
        }
    }
}

extension StoredSession {
    /// A description of the first difference between these rows and others.
    fileprivate func difference(from other: StoredSession) -> String? {
        guard self != other else { return nil }
        for (flow, counterpart) in zip(flows, other.flows) where flow != counterpart {
            return "\(flow) is not \(counterpart)"
        }
        if flows.count != other.flows.count {
            return "the flows \(flows.map(\.path)) are not \(other.flows.map(\.path))"
        }
        if drafts != other.drafts { return "the drafts \(drafts) are not \(other.drafts)" }
        return "\(session) is not \(other.session)"
    }
}
