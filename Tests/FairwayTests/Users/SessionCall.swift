import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// A call of the engine on a session.
struct SessionCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: @Sendable (Engine, String, Caller) async -> Answer

    init(_ name: String, _ answer: @escaping @Sendable (Engine, String, Caller) async -> Answer) {
        testDescription = name
        self.answer = answer
    }

    static let ada = User(id: "ada", claims: ["email": "ada@example.org", "name": "Ada"])
    static let eve = User(id: "eve")
    static let count = Change.action(name: "count", params: nil, screen: nil, draft: nil)

    /// Every call that takes a caller.
    static let all = [
        SessionCall("read") { await $0.state($1, by: $2) },
        SessionCall("act") { await $0.perform(count, on: $1, by: $2) },
        SessionCall("act at a revision") { await $0.perform(count, on: $1, by: $2, guards: Guards(revisions: [7])) },
        SessionCall("act with a key") {
            await $0.perform(count, on: $1, by: $2, guards: Guards(key: RequestKey("k", fingerprint: "f")))
        },
        SessionCall("go back") { await $0.perform(.back(screen: nil, to: nil, draft: nil), on: $1, by: $2) },
        SessionCall("select") { await $0.perform(.select(container: nil, tab: "x"), on: $1, by: $2) },
        SessionCall("open a link") { await $0.perform(.link("/x"), on: $1, by: $2) },
        SessionCall("refresh") { await $0.perform(.refresh, on: $1, by: $2) },
        SessionCall("describe the device") { await $0.perform(.device(Device()), on: $1, by: $2) },
        SessionCall("end") { await $0.perform(.end(.ended), on: $1, by: $2) },
        SessionCall("send an invalid body") { await $0.refuse(Problem(.invalidParams), of: "action", on: $1, by: $2) },
        SessionCall("save a draft") {
            await $0.setDraft(.null, $1, screen: "s1", by: $2) ?? Answer(Problem(.flowFailed, "The draft was saved."))
        },
        SessionCall("make a handoff code") { engine, session, caller in
            await answer { _ = try await engine.makeHandoff(session, by: caller) }
        },
        SessionCall("stream") { engine, session, caller in
            await answer { _ = try await engine.subscribe(session, by: caller) }
        },
    ]

    private static func answer(_ call: () async throws -> Void) async -> Answer {
        do {
            try await call()
            return Answer(Problem(.flowFailed, "The call succeeded."))
        } catch {
            return (error as? EngineError)?.answer ?? Answer(Problem(.flowFailed, "\(error)"))
        }
    }
}
