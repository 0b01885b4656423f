public import FairwayWire
import Synchronization

/// A service for the app's own code: starts, signals, refreshes, reads and ends sessions.
///
/// Every app has this service. Get it from ``Dependencies``, or in endpoints, webhooks and hooks as
/// ``AppContext/sessions``:
///
/// ```swift
/// Service(PriceFeed.self) { dependencies in
///     let sessions = dependencies[Sessions.self]
///     return PriceFeed { change in try await sessions.refresh(change.session) }
/// }
/// ```
///
/// A call with an `id` takes effect once: a repeated call returns what the first one did. Use the id of the event that
/// causes the call. A session remembers the ids of its calls for `--retain-replies`, the server those of starts for seven
/// days. A call that fails is not remembered.
///
/// Do not await a call about a session in a handler of that session: it waits for that handler.
public final class Sessions: Sendable {
    private static let secondsOfStarts = 7 * 86_400.0
    private static let mostSessionsOfUser = 100

    /// Weak, because the engine retains its services, and this is one.
    private struct Running {
        weak var engine: Engine?
    }

    private let running: Mutex<Running>
    /// The id of the request that the calls are made for, for the journal and incidents.
    private let request: String?

    /// The engine is set later, by ``belong(to:)``.
    convenience init() { self.init(Running(), request: nil) }

    private init(_ running: Running, request: String?) {
        self.running = Mutex(running)
        self.request = request
    }

    func belong(to engine: Engine) { running.withLock { $0.engine = engine } }

    /// The same service, for the calls of a request.
    func asked(by request: String) -> Sessions { Sessions(running.withLock(\.self), request: request) }

    /// Computes the session's screens again, and sends them to its client if they differ.
    ///
    /// - Throws: `no-such-session`, `session-over`, the error of the flow's view model, or `shutting-down` if the app
    ///   no longer runs.
    public func refresh(_ session: String, id: String? = nil) async throws(Problem) {
        _ = try await perform(.refresh, on: session, try guards("refresh", id, []))
    }

    /// Delivers a signal.
    ///
    /// ```swift
    /// try await sessions.signal(Paid(reference: event.reference), to: .session(event.session), id: event.id)
    /// ```
    ///
    /// - Returns: The session that got the signal, now or in an earlier call with this id.
    /// - Throws: `unhandled-signal` if no flow has a route for it, the error of the flow, or one of ``refresh(_:id:)``.
    @discardableResult
    public func signal<S: Signal>(
        _ signal: S,
        to recipient: SignalRecipient,
        id: String? = nil
    ) async throws(Problem) -> SignalDelivery {
        let params = try Self.encoded(signal)
        let change = Change.signal(name: S.name, params: params)
        let guards = try guards("signal", id, Array("\(S.name)\n".utf8) + params.bytes)
        switch recipient.kind {
        case .session(let session): return SignalDelivery(try await perform(change, on: session, guards), to: session)
        case .user(let user): return try await deliver(change, S.name, to: user, guards)
        }
    }

    /// Starts a session with a flow, which clients need not be able to start.
    ///
    /// ```swift
    /// let state = try await sessions.start(Claim(number: event.number), id: event.id)
    /// ```
    ///
    /// - Parameters:
    ///   - flow: The root flow.
    ///   - requester: To whom the session belongs. An anonymous session is opened by the token of the returned state.
    ///   - device: The client, if it is known.
    ///   - id: The id of the event that causes the start.
    /// - Returns: The first state, with the session's token unless only user tokens open the session.
    @discardableResult
    public func start<F: FlowController>(
        _ flow: F,
        by requester: Requester = .anonymous,
        device: Device = Device(),
        id: String? = nil
    ) async throws(Problem) -> StateDocument {
        let content = Array("\(F.name)\n".utf8) + (try Self.encoded(flow).bytes)
        return try await start(StartRequest(flow, device: device), content, by: requester, id)
    }

    /// Starts a session as a client would: with a flow by its name, with input or with a link.
    @discardableResult
    public func start(
        _ request: StartRequest,
        by requester: Requester = .anonymous,
        id: String? = nil
    ) async throws(Problem) -> StateDocument {
        let content = "\(request.flow ?? "")\n\(request.link ?? "")\n\(request.input?.description ?? "")"
        return try await start(request, Array(content.utf8), by: requester, id)
    }

    /// Ends a session. Its outcome is `ended`.
    public func end(_ session: String, id: String? = nil) async throws(Problem) {
        _ = try await perform(.end(.ended), on: session, try guards("end", id, []))
    }

    /// The current state of a session.
    public func state(_ session: String) async throws(Problem) -> StateDocument {
        try Self.document(try Self.checked(await engine().state(session, by: Caller(.app))))
    }
}

extension Sessions {
    private func engine() throws(Problem) -> Engine {
        guard let engine = running.withLock(\.engine) else {
            throw Problem(.shuttingDown, "The app no longer runs.")
        }
        return engine
    }

    private func perform(_ change: Change, on session: String, _ guards: Guards) async throws(Problem) -> Answer {
        try Self.checked(await engine().perform(change, on: session, by: Caller(.app, request: self.request), guards: guards))
    }

    private func start(
        _ request: StartRequest,
        _ content: [UInt8],
        by requester: Requester,
        _ id: String?
    ) async throws(Problem) -> StateDocument {
        var request = request
        request.mayStartAppOnlyFlow = true
        let key = try Self.key("start", id, content)
        let answer = try await engine().startFromApp(
            request,
            key: key,
            by: requester,
            requestID: self.request,
            keptFor: Self.secondsOfStarts
        )
        return try Self.document(try Self.checked(answer))
    }

    /// Delivers a signal to the newest active session of a user that has a flow with a route for it.
    private func deliver(
        _ change: Change,
        _ signal: String,
        to user: String,
        _ guards: Guards
    ) async throws(Problem) -> SignalDelivery {
        let engine = try engine()
        let rows: [UserSessionRow]
        do {
            rows = try await engine.store.userSessions(UserSessionsQuery(user, limit: Self.mostSessionsOfUser)).rows
            // A session that has started since must not get the signal a second time.
            if let key = guards.key {
                for row in rows {
                    guard let reply = try await engine.store.reply(row.id, key: key.key) else { continue }
                    guard reply.fingerprint == key.fingerprint else { throw Problem(.idempotencyKeyReused) }
                    return SignalDelivery(session: row.id, revision: reply.revision, isDuplicate: true)
                }
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Self.problem(of: engine.answer(to: error, state: nil)) ?? Problem(.storeUnavailable)
        }
        for row in rows where row.status == .active {
            guard await engine.mayTakeSignal(signal, row.id) else { continue }
            do throws(Problem) {
                return SignalDelivery(try await perform(change, on: row.id, guards), to: row.id)
            } catch {
                guard [.unhandledSignal, .sessionOver].contains(error.code) else { throw error }
            }
        }
        throw Problem(.unhandledSignal, "No active session of the user has a route for \(signal).")
    }

    private func guards(_ call: String, _ id: String?, _ content: [UInt8]) throws(Problem) -> Guards {
        var guards = Guards(key: try Self.key(call, id, content))
        guards.keepsRefusals = false
        return guards
    }

    /// The idempotency key of a call. It has a space, so that no client can send it.
    private static func key(_ call: String, _ id: String?, _ content: [UInt8]) throws(Problem) -> RequestKey? {
        guard let id else { return nil }
        guard (1...255).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem(.malformedRequest, "The id of a call must have 1 to 255 visible ASCII characters.")
        }
        return RequestKey("\(call) \(id)", fingerprint: Base64URL.encode(SHA256.hash(content)))
    }

    private static func encoded(_ value: some Encodable) throws(Problem) -> RawJSON {
        do {
            return try RawJSON(encoding: value)
        } catch {
            throw Problem(.invalidParams, "\(error)")
        }
    }

    /// The answer if it is no problem.
    private static func checked(_ answer: Answer) throws(Problem) -> Answer {
        if let problem = problem(of: answer) { throw problem }
        return answer
    }

    private static func problem(of answer: Answer) -> Problem? {
        answer.code.map { code in (try? JSON.decode(Problem.self, from: answer.body)) ?? Problem(code) }
    }

    private static func document(_ answer: Answer) throws(Problem) -> StateDocument {
        do {
            return try JSON.decode(StateDocument.self, from: answer.body)
        } catch {
            throw Problem(.incompatibleFlow, "\(error)")
        }
    }
}

/// The recipient of a signal that the app's own code sends.
public struct SignalRecipient: Hashable, Sendable {
    enum Kind: Hashable {
        case session(String)
        case user(String)
    }

    let kind: Kind

    /// A session, by its id.
    public static func session(_ id: String) -> SignalRecipient { SignalRecipient(kind: .session(id)) }

    /// The newest active session of a user that has a flow with a route for the signal.
    public static func user(_ id: String) -> SignalRecipient { SignalRecipient(kind: .user(id)) }
}

/// A signal that was delivered.
public struct SignalDelivery: Hashable, Sendable {
    /// The session that got it.
    public let session: String
    /// The session's revision after the signal.
    public let revision: Int
    /// Whether an earlier call with this id has delivered it.
    public let isDuplicate: Bool

    /// Creates a delivery, for tests of code that signals sessions.
    public init(session: String, revision: Int, isDuplicate: Bool) {
        (self.session, self.revision, self.isDuplicate) = (session, revision, isDuplicate)
    }
}

extension SignalDelivery {
    fileprivate init(_ answer: Answer, to session: String) {
        self.init(session: session, revision: answer.revision ?? 0, isDuplicate: answer.isReplay)
    }
}

extension Engine {
    /// Whether a flow of the session has a route for a signal.
    fileprivate func mayTakeSignal(_ name: String, _ session: String) async -> Bool {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        let state = try? await loaded(live, by: Caller(.app))
        return state?.tree.nodes.contains { $0.type.signal(named: name) != nil } ?? false
    }
}
