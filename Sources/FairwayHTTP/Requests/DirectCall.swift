import Synchronization

/// A request to the server that no socket has received, and its response.
final class DirectCall: Sendable {
    let loop: EventLoop
    private let request: Request
    private let row: Int
    private let startNanoseconds: UInt64
    private let state: Mutex<State>

    private struct State {
        /// Nil once the call has its response.
        var done: (@Sendable (Response) -> Void)?
        var onGone: (@Sendable () -> Void)?
        var isCancelled = false
    }

    init(
        _ request: Request,
        row: Int,
        on loop: EventLoop,
        since startNanoseconds: UInt64,
        done: @escaping @Sendable (Response) -> Void
    ) {
        self.loop = loop
        self.request = request
        self.row = row
        self.startNanoseconds = startNanoseconds
        state = Mutex(State(done: done))
    }

    /// Calls `body` if the caller is cancelled before the response.
    func whenGone(_ body: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if state.done != nil { state.onGone = body }
            return state.isCancelled
        }
        if isCancelled { body() }
    }

    func cancel() {
        let onGone = state.withLock { state in
            state.isCancelled = true
            defer { state.onGone = nil }
            return state.onGone
        }
        onGone?()
    }

    /// Takes the response of the handler.
    func respond(_ response: Response) { loop.run { self.finish(response) } }

    /// Runs on the loop, which alone writes its counters.
    private func finish(_ given: Response) {
        let done = state.withLock { state in
            defer { (state.done, state.onGone) = (nil, nil) }
            return state.done
        }
        guard let done else { return }
        let context = loop.context
        var response = given
        if response.contentType == .problem, request.wantsPage, let page = context.errorPage {
            response = page(response)
        }
        context.cors?.mark(&response, origin: request[.origin])
        response.headers.add("X-Request-Id", request.id.description)
        if request.method == .head || response.status.forbidsBody { response.body = [] }
        let microseconds = Int((context.clock.nanoseconds &- startNanoseconds) / 1000)
        loop.counters.count(row: row, status: response.status, microseconds: microseconds)
        if let code = response.code { context.refusals.add(code) }
        context.onAccess?(
            AccessRecord(
                method: request.method,
                route: context.template(ofRow: row),
                status: response.status,
                code: response.code,
                subject: response.subject,
                cut: nil,
                bytes: response.body.count,
                microseconds: microseconds,
                requestID: request.id,
                peer: request.peer
            )
        )
        done(response)
    }
}

/// The cancellation of a caller whose call may not have begun.
final class DirectCancellation: Sendable {
    private let state = Mutex<(call: DirectCall?, isCancelled: Bool)>((nil, false))

    func begin(_ call: DirectCall?) {
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call?.cancel() }
    }

    func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.cancel()
    }
}

/// The calls without a socket that have no response yet.
final class DirectCalls: Sendable {
    private let state = Mutex(State())

    private struct State {
        var count = 0
        var isStopping = false
        var onEmpty: (@Sendable () -> Void)?
    }

    /// Counts a call. False: the server is stopping.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.count += 1
            return true
        }
    }

    func end() {
        let isEmpty = state.withLock { state in
            state.count -= 1
            return state.count == 0
        }
        if isEmpty { endWait() }
    }

    /// Accepts no more calls. Calls `body` when the last one has ended, which may be at once, or after ``endWait()``.
    ///
    /// - Returns: Whether all calls have ended.
    func stop(_ body: @escaping @Sendable () -> Void) -> Bool {
        let isEmpty = state.withLock { state in
            let earlier = state.onEmpty
            state.isStopping = true
            state.onEmpty = {
                earlier?()
                body()
            }
            return state.count == 0
        }
        if isEmpty { endWait() }
        return isEmpty
    }

    /// Waits no longer for the calls.
    func endWait() {
        let onEmpty = state.withLock { state in
            defer { state.onEmpty = nil }
            return state.onEmpty
        }
        onEmpty?()
    }
}
