import Fairway
import FairwayWire
import Synchronization

/// The responses that clients have received. Later responses and the stored data must be consistent with them.
final class Observations: Sendable {
    private let environment: SimulationEnvironment
    private let state = Mutex(State())

    private struct State {
        /// Each session's states by revision.
        var documents: [String: [Int: [UInt8]]] = [:]
        var records: [Int: Record] = [:]
        var steps: [Step] = []
        var handovers: [Step] = []
    }

    /// Two revisions of a session, received one after the other or separated by a handoff.
    struct Step: Hashable, Sendable {
        var session: String
        var from: Int
        var to: Int
    }

    /// The known facts about a request.
    struct Record: Sendable {
        let request: ClientRequest
        /// Whether a response was lost or reported a store failure.
        var isUncertain = false
        /// The acknowledged revision.
        var acknowledged: Int?
        var isRefused = false
        /// The response that every repeat must return.
        var kept: [UInt8]?
    }

    init(_ environment: SimulationEnvironment) { self.environment = environment }

    var records: [Record] { state.withLock { $0.records.values.sorted { $0.request.number < $1.request.number } } }

    /// The observed states of a session.
    func documents(of session: String) -> [Int: [UInt8]] { state.withLock { $0.documents[session] ?? [:] } }

    /// Records that a follower received one state after another.
    func follow(_ session: String, from: Int, to: Int) {
        state.withLock { $0.steps.append(Step(session: session, from: from, to: to)) }
    }

    /// Records a handoff.
    func handOver(_ session: String, at revision: Int) {
        state.withLock { $0.handovers.append(Step(session: session, from: revision - 1, to: revision)) }
    }

    /// Revisions that followers received although a handoff should have ended their stream.
    var lateDeliveries: [Step] {
        state.withLock { state in
            state.steps.filter { step in
                state.handovers.contains { $0.session == step.session && step.from < $0.to && $0.to <= step.to }
            }
        }
    }

    /// Records that a request is sent. Returns whether its result was already uncertain.
    func begin(_ request: ClientRequest) -> Bool {
        state.withLock { state in
            let wasUncertain = state.records[request.number]?.isUncertain ?? false
            state.records[request.number, default: Record(request: request)].isUncertain = true
            return wasUncertain
        }
    }

    /// Records a state. All states at one revision must be equal, except for drafts, moves, effects and tokens.
    func see(_ document: StateDocument) {
        var plain = document
        (plain.moves, plain.effects, plain.token) = ([], [], nil)
        plain.screen?.draft = nil
        for index in plain.visible.indices { plain.visible[index].draft = nil }
        let bytes = plain.json.bytes
        let earlier = state.withLock { state in
            let earlier = state.documents[document.session]?[document.revision]
            state.documents[document.session, default: [:]][document.revision] = earlier ?? bytes
            return earlier
        }
        guard let earlier, earlier != bytes else { return }
        environment.violate(
            "two states at revision \(document.revision) of \(document.session): "
                + String(decoding: earlier, as: UTF8.self) + " and " + String(decoding: bytes, as: UTF8.self)
        )
    }

    /// Records a response.
    func take(_ answer: Answer, to request: ClientRequest, wasUncertain: Bool) {
        let number = request.number
        environment.history.note("answer \(number) \(answer.status) \(answer.code?.rawValue ?? "")", answer.body)
        if answer.status >= 500 || answer.status == 429 {
            // Of these failures, only `storeUnavailable` leaves open whether the request was performed.
            if answer.code != .storeUnavailable, !wasUncertain {
                state.withLock { $0.records[number]?.isUncertain = false }
            }
            return
        }
        switch answer.code {
        case .incompatibleFlow, .noSuchSession, .idempotencyKeyReused, .superseded, .missingToken:
            environment.violate("request \(number) was refused as \(answer.code?.rawValue ?? "")")
        default: break
        }
        do {
            if answer.code == nil {
                acknowledge(try JSON.decode(StateDocument.self, from: answer.body), answer, request)
            } else {
                refuse(try JSON.decode(Problem.self, from: answer.body), request, wasUncertain)
            }
        } catch {
            environment.violate("the answer to \(number) cannot be read: \(error)")
        }
        if request.key != nil, answer.isKept { keep(answer, request) }
    }

    private func acknowledge(_ document: StateDocument, _ answer: Answer, _ request: ClientRequest) {
        see(document)
        do {
            let stored = try environment.store.load(request.session)?.session.revision ?? 0
            let entry = try environment.store.journal(request.session, after: document.revision - 1, limit: 1).first
            environment.require(
                stored >= document.revision && entry?.revision == document.revision,
                "request \(request.number) was acknowledged at revision \(document.revision), and \(stored) is stored"
            )
            if request.isNumbered || !document.moves.isEmpty {
                environment.require(
                    entry?.moves == document.moves,
                    "the journal has other moves than \(request.number)"
                )
            }
        } catch {
            environment.violate("\(error)")
        }
        state.withLock { state in
            state.records[request.number]?.acknowledged = document.revision
            state.records[request.number]?.isUncertain = false
        }
    }

    private func refuse(_ problem: Problem, _ request: ClientRequest, _ wasUncertain: Bool) {
        if let document = problem.state { see(document) }
        environment.require(
            problem.state != nil || ![409, 410, 412, 422].contains(problem.code.status),
            "the rejection of \(request.number) contains no state"
        )
        let isKept = request.key != nil && Answer(problem).isKept
        state.withLock { state in
            state.records[request.number]?.isRefused = true
            // Every repeat gets the rejection that is stored under the key, so the result is certain.
            if isKept || !wasUncertain { state.records[request.number]?.isUncertain = false }
        }
    }

    private func keep(_ answer: Answer, _ request: ClientRequest) {
        let earlier = state.withLock { state in
            let earlier = state.records[request.number]?.kept
            if earlier == nil { state.records[request.number]?.kept = answer.body }
            return earlier
        }
        environment.require(
            earlier ?? answer.body == answer.body,
            "two responses to request \(request.number) with one key"
        )
        let kept = (try? environment.store.reply(request.session, key: request.key ?? "")).flatMap(\.self)
        environment.require(
            kept.flatMap { try? CompressedJSON(stored: $0.body).unpacked() } == answer.body,
            "the response to request \(request.number) is not stored"
        )
    }
}
