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
/// causes the call. A session remembers the ids of its calls for `--retain-replies`, the server those of starts and
/// signals for seven days. A call that fails is not remembered.
///
/// Do not await a call about a session in a handler of that session: it waits for that handler.
public final class Sessions: Sendable {
    private static let secondsOfStarts = 7 * 86_400.0

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
    /// try await sessions.signal(Paid(reference: event.reference), to: .key("order", event.order), id: event.id)
    /// ```
    ///
    /// The first flow with a route gets it: the front flow or a flow above it, and then the session's other flows from the front
    /// to the back. A signal for a key that no session holds waits for `--retain-signals`.
    ///
    /// - Parameters:
    ///   - signal: The signal.
    ///   - recipient: Who gets it.
    ///   - id: The id of the event. The server delivers a signal with this id once, whoever its recipient is.
    /// - Returns: What happened to the signal.
    /// - Throws: `unhandled-signal` if no flow has a route for it, `too-many-requests` if too many signals wait, the error of
    ///   the flow, or one of ``refresh(_:id:)``.
    @discardableResult
    public func signal<S: Signal>(
        _ signal: S,
        to recipient: SignalRecipient,
        id: String? = nil
    ) async throws(Problem) -> SignalDelivery {
        try await send(SignalRequest(S.name, params: try Self.encoded(signal), to: recipient, id: id))
    }

    /// Delivers a signal to the session that holds a key. If none does, starts one, which gets the signal.
    ///
    /// ```swift
    /// try await sessions.signal(ClaimOpened(…), to: .claim(event.claim), orStarting: ReviewClaim(id: event.claim))
    /// ```
    ///
    /// The new session holds the key until its root flow ends.
    ///
    /// - Parameters:
    ///   - signal: The signal.
    ///   - key: The key.
    ///   - flow: The root flow of the session that is started.
    ///   - id: The id of the event.
    /// - Returns: What happened to the signal.
    @discardableResult
    public func signal<S: Signal, F: FlowController>(
        _ signal: S,
        to key: SessionKey,
        orStarting flow: F,
        id: String? = nil
    ) async throws(Problem) -> SignalDelivery {
        let params = try Self.encoded(signal)
        return try await send(SignalRequest(S.name, params: params, to: .key(key), id: id, start: .init(flow)))
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
        try Self.checked(
            await engine().perform(change, on: session, by: Caller(.app, request: self.request), guards: guards)
        )
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

    private func send(_ request: SignalRequest) async throws(Problem) -> SignalDelivery {
        let engine = try engine()
        do throws(EngineError) {
            return try await engine.signal(request, by: Caller(.app, request: self.request))
        } catch {
            throw Self.problem(of: error.answer) ?? Problem(.storeUnavailable)
        }
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
