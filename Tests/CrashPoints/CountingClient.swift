import Fairway
import FairwayWire

/// A client that increments the counter of one session. The idempotency key of each request is derived from its
/// arguments, so a repeated call has the same key.
struct CountingClient: Sendable {
    let engine: Engine
    let session: Int

    private struct Counted: Decodable {
        var revision: Int
        var screen: Screen

        struct Screen: Decodable { var viewModel: Page }
        struct Page: Decodable { var count: Int }
    }

    /// The result of checking an answer.
    enum Reply {
        case count(Int, isReplay: Bool)
        /// The store is unavailable. The request may be repeated.
        case unavailable
        /// An answer that no crash or disk error explains.
        case wrong(String)
    }

    static func start(_ session: Int, in engine: Engine) async -> (Answer, ClientEvent.Credentials?) {
        let answer = await engine.start(
            StartRequest(flow: "Count"),
            key: RequestKey("start-of-session-\(session)", fingerprint: "POST /v1/sessions")
        )
        guard answer.status == 201, let started = try? JSON.decode(StateDocument.self, from: answer.body),
            let token = started.token
        else { return (answer, nil) }
        return (answer, ClientEvent.Credentials(id: started.session, token: token))
    }

    /// Increments the counter, with the new count as the idempotency key.
    func count(to count: Int, _ credentials: ClientEvent.Credentials) async -> Answer {
        await engine.perform(
            .action(name: "incrementButtonPressed", params: nil, screen: nil, draft: nil),
            on: credentials.id,
            by: Caller(.token(credentials.token)),
            guards: Guards(key: RequestKey("count-\(count)", fingerprint: "POST actions"))
        )
    }

    func state(_ credentials: ClientEvent.Credentials) async -> Answer {
        await engine.state(credentials.id, by: Caller(.token(credentials.token)))
    }

    static func reply(_ answer: Answer) -> Reply {
        if answer.code == .storeUnavailable { return .unavailable }
        guard answer.status == 200 || answer.status == 201 else {
            let body = String(decoding: answer.body, as: UTF8.self)
            return .wrong("status \(answer.status): \(body) \(answer.cause ?? "")")
        }
        do {
            let counted = try JSON.decode(Counted.self, from: answer.body)
            let count = counted.screen.viewModel.count
            // Only this client changes the session, so the count determines the revision.
            guard counted.revision == count + 1 else { return .wrong("revision \(counted.revision) at count \(count)") }
            return .count(count, isReplay: answer.isReplay)
        } catch {
            return .wrong("unreadable answer: \(error)")
        }
    }
}
