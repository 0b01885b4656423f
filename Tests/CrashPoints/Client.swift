import Fairway
import FairwayWire

/// The clients of a store: each has a session that counts, and asks again under its key until it is answered.
struct Client: Sendable {
    let engine: Engine
    let session: Int

    private struct Counted: Decodable {
        var revision: Int
        var screen: Screen

        struct Screen: Decodable { var viewModel: Page }
        struct Page: Decodable { var count: Int }
    }

    /// What an answer says.
    enum Reply {
        case count(Int, isReplay: Bool)
        /// The store cannot be used now.
        case unavailable
        /// What no crash and no disk may lead to.
        case wrong(String)
    }

    static func start(_ session: Int, in engine: Engine) async -> (Answer, Note.Credentials?) {
        let answer = await engine.start(
            StartRequest(flow: "Count"),
            key: RequestKey("start-of-session-\(session)", fingerprint: "POST /v1/sessions")
        )
        guard answer.status == 201, let started = try? JSON.decode(StateDocument.self, from: answer.body),
            let token = started.token
        else { return (answer, nil) }
        return (answer, Note.Credentials(id: started.session, token: token))
    }

    /// Asks for a count to be reached by one more, under that count's key.
    func count(to count: Int, _ credentials: Note.Credentials) async -> Answer {
        await engine.perform(
            .action(name: "incrementButtonPressed", params: nil, screen: nil, draft: nil),
            on: credentials.id,
            by: Caller(.token(credentials.token)),
            guards: Guards(key: RequestKey("count-\(count)", fingerprint: "POST actions"))
        )
    }

    func state(_ credentials: Note.Credentials) async -> Answer {
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
            // Nothing else changes a session, so that each count has its revision.
            guard counted.revision == count + 1 else { return .wrong("revision \(counted.revision) at count \(count)") }
            return .count(count, isReplay: answer.isReplay)
        } catch {
            return .wrong("an answer that cannot be read: \(error)")
        }
    }
}
