import FairwayWire
import Foundation

/// Delivery of signals.
extension Engine {
    private static let mostSessionsOfUser = 100
    static let secondsOfReceipts = 7 * 86_400.0

    /// Delivers a signal to a session, a user or the holder of a key, or lets it wait for the key.
    ///
    /// A signal with an id is delivered once in seven days, over all sessions: its receipt is part of the commit that delivers
    /// it. A signal that is refused leaves none.
    ///
    /// - Returns: What happened to the signal.
    /// - Throws: The answer with the problem, without the session's state.
    @concurrent package func signal(
        _ request: SignalRequest,
        by caller: Caller
    ) async throws(EngineError) -> SignalDelivery {
        do {
            try request.check()
            if let earlier = try await duplicate(of: request) { return earlier }
            return switch request.recipient.kind {
            case .session(let session): try await deliver(request, to: session, by: caller)
            case .user(let user): try await deliver(request, toUser: user, by: caller)
            case .key(let key): try await deliver(request, to: key, by: caller)
            }
        } catch let refused as EngineError where refused.answer.code == .idempotencyKeyReused {
            // Another call with the id was faster.
            return try await answering { try await self.duplicate(of: request) ?? { throw refused }() }
        } catch {
            throw engineError(error)
        }
    }

    /// Refuses a signal that would have to wait for its key, if too many wait. A caller that records its calls asks first, so that
    /// such signals leave no records, however many are sent.
    @concurrent package func checkRoom(for request: SignalRequest, by caller: Caller) async throws(EngineError) {
        guard request.key != nil, request.start == nil else { return }
        try await answering {
            try request.check()
            let signal = try request.waiting(id: "", at: clock.now, by: caller)
            guard try await signalStore().isFull(for: signal, within: limits.signals) else { return }
            throw tooManyWaitForKeys()
        }
    }

    private func answering<Value>(_ body: () async throws -> Value) async throws(EngineError) -> Value {
        do { return try await body() } catch { throw engineError(error) }
    }

    private func engineError(_ error: any Error) -> EngineError {
        let answer = (error as? EngineError)?.answer ?? answer(to: error, state: nil)
        return EngineError(answer: answer.withoutState)
    }

    /// What happened to an earlier signal with the id.
    private func duplicate(of request: SignalRequest) async throws -> SignalDelivery? {
        guard let id = request.id, let receipt = try await signalStore().receipt(id) else { return nil }
        return try repeated(receipt, request)
    }

    private func repeated(_ receipt: SignalReceipt, _ request: SignalRequest) throws -> SignalDelivery {
        guard receipt.fingerprint == request.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The id was used for another signal.")
        }
        return SignalDelivery(.duplicate, session: receipt.session, revision: receipt.revision)
    }

    private func signalStore() throws -> any SignalStore {
        guard let signals = store.signals else {
            throw StoreError(.unsupported, "This kind of store keeps no keys and no ids of signals.")
        }
        return signals
    }

    // MARK: To a session

    private func deliver(
        _ request: SignalRequest,
        to session: String,
        by caller: Caller
    ) async throws -> SignalDelivery {
        var guards = Guards()
        if request.id != nil || request.key != nil { guards.signal = request.sent(at: clock.now) }
        let change = Change.signal(name: request.name, params: request.params)
        let answer = await perform(change, on: session, by: caller, guards: guards)
        guard answer.code == nil else { throw EngineError(answer: answer) }
        guard answer.status == 200 else { return SignalDelivery(.waiting, session: session) }
        return SignalDelivery(.delivered, session: session, revision: answer.revision)
    }

    /// Delivers a signal to the newest active session of a user that has a flow with a route for it.
    private func deliver(
        _ request: SignalRequest,
        toUser user: String,
        by caller: Caller
    ) async throws -> SignalDelivery {
        let query = UserSessionsQuery(user, status: .active, limit: Self.mostSessionsOfUser)
        for row in try await store.userSessions(query).rows {
            guard try await mayTakeSignal(request.name, row.id) else { continue }
            do {
                return try await deliver(request, to: row.id, by: caller)
            } catch let refused as EngineError where refused.answer.code.map(Self.passesOn) == true {
                continue
            }
        }
        throw Problem(.unhandledSignal, "No active session of the user has a route for \(request.name).")
    }

    /// Whether another session may take a signal that one has refused with this code.
    private static func passesOn(_ code: ProblemCode) -> Bool {
        [.unhandledSignal, .sessionOver, .noSuchSession].contains(code)
    }

    /// Whether a flow of the session has a route for a signal. A session that cannot be read has none.
    private func mayTakeSignal(_ name: String, _ session: String) async throws -> Bool {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            let state = try await loaded(live, by: Caller(.app))
            return state.tree.nodes.contains { $0.type.signal(named: name) != nil }
        } catch let error as StoreError where error.code != .damaged {
            throw error
        } catch let busy as Problem where [.overloaded, .tooManyRequests].contains(busy.code) {
            throw busy
        } catch {
            return false
        }
    }

    // MARK: To a key

    /// Delivers a signal to the session that holds a key. Repeated if the key is bound or released meanwhile.
    private func deliver(
        _ request: SignalRequest,
        to key: SessionKey,
        by caller: Caller
    ) async throws -> SignalDelivery {
        let signals = try signalStore()
        guard let type = blueprint.signal(named: request.name) else {
            throw Problem(.unhandledSignal, "No flow of this app has a route for \(request.name).")
        }
        var holder = try await signals.holder(of: key)
        for _ in 0..<limits.lostRaces {
            if let holder {
                do {
                    return try await deliver(request, to: holder.session, by: caller)
                } catch let refused as EngineError where refused.answer.code.map(Self.releasesKey) == true {
                    // Released since it was looked up.
                }
            } else if let start = request.start {
                do {
                    return try await begin(start, for: key, with: request, by: caller)
                } catch let refused as EngineError where refused.answer.isKeyTaken {
                    // Bound since it was looked up, unless it is another key, which the flow binds itself.
                    holder = try await signals.holder(of: key)
                    guard holder != nil else { throw refused }
                    continue
                }
            } else {
                _ = try type.decodeSignal(request.params)
                switch try await signals.park(
                    try request.waiting(id: makeSignalID(), at: clock.now, by: caller),
                    within: limits.signals
                ) {
                case .parked: return SignalDelivery(.waiting)
                case .known(let receipt): return try repeated(receipt, request)
                case .full: throw tooManyWaitForKeys()
                case .held(let newHolder):
                    holder = newHolder
                    continue
                }
            }
            holder = try await signals.holder(of: key)
        }
        throw Problem(.overloaded, "The key is bound and released too often.")
    }

    /// Whether the code means that the session no longer holds the key.
    private static func releasesKey(_ code: ProblemCode) -> Bool { [.sessionOver, .noSuchSession].contains(code) }

    /// Starts a session that holds a key and gets the signal.
    private func begin(
        _ start: SignalRequest.Start,
        for key: SessionKey,
        with request: SignalRequest,
        by caller: Caller
    ) async throws -> SignalDelivery {
        var new: StartRequest
        if let prepared = start.prepared {
            new = prepared
        } else {
            let available = blueprint.signalStarts[key.name, default: []]
            guard available.contains(start.flow) else {
                throw Problem(
                    .noSuchFlow,
                    "No signal for the key \(key.name) may start \(start.flow).",
                    members: ["available": .array(available.sorted().map(JSONValue.string))]
                )
            }
            new = StartRequest(flow: start.flow, input: start.input)
        }
        new.mayStartAppOnlyFlow = true
        new.signal = StartingSignal(
            key: key,
            name: request.name,
            work: makeSignalID(),
            sent: request.sent(at: clock.now)
        )
        let answer = await startFromApp(
            new,
            key: nil,
            by: .anonymous,
            requestID: caller.request,
            keptFor: 0
        )
        guard answer.code == nil else { throw EngineError(answer: answer) }
        return SignalDelivery(.started, session: answer.session, revision: answer.revision)
    }

    /// The id of a signal's work, which no other work of a session has.
    func makeSignalID() -> String { "s\(Base64URL.encode(identifiers.bytes(9)))" }

    private func tooManyWaitForKeys() -> Problem {
        tooManyWait("Too many signals wait for this key, or for keys in all.")
    }

    func tooManyWait(_ detail: String) -> Problem {
        counter.countDroppedSignals(1)
        return Problem(.tooManyRequests, detail, retryAfterSeconds: 60)
    }
}

extension SignalRequest {
    fileprivate var key: SessionKey? { if case .key(let key) = recipient.kind { key } else { nil } }

    fileprivate func check() throws(Problem) {
        if let id {
            guard (1...255).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw Problem(.malformedRequest, "The id of a signal must have 1 to 255 visible ASCII characters.")
            }
        }
        guard key?.isValid != false else {
            throw Problem(.malformedRequest, "The name and the value of a key must have 1 to 255 bytes.")
        }
        guard start == nil || key != nil else {
            throw Problem(.malformedRequest, "A signal starts a session only if it is sent to a key.")
        }
    }

    fileprivate func sent(at now: Date) -> SentSignal {
        SentSignal(id: id, fingerprint: id == nil ? "" : fingerprint, key: key, params: params, at: now)
    }

    fileprivate func waiting(id work: String, at now: Date, by caller: Caller) throws -> WaitingSignal {
        let sent = sent(at: now)
        return WaitingSignal(
            key: key ?? SessionKey("", ""),
            work: try sent.work(work, named: name, for: nil, origin: WorkOrigin(request: caller.request)),
            receipt: sent.receipt()
        )
    }
}

extension EngineLimits {
    fileprivate var signals: WaitingSignalLimits {
        WaitingSignalLimits(count: waitingSignals, bytes: waitingSignalBytes, perKey: waitingSignalsPerKey)
    }
}

extension Answer {
    fileprivate var isKeyTaken: Bool {
        guard code == .rejected, let problem = try? JSON.decode(Problem.self, from: body) else { return false }
        return problem.errors.contains { $0.code == Rejection.keyTakenCode }
    }
}
