import Synchronization

/// A response to a request that no socket has received.
public struct DirectResponse: Sendable {
    /// The response; its head, if it is streamed.
    public let response: Response
    /// The body of a streamed response; nil if the response is complete.
    public let stream: DirectBody?
}

/// A request to the server that no socket has received, and its response.
final class DirectCall: Sendable {
    let loop: EventLoop
    private let request: Request
    private let row: Int
    private let startNanoseconds: UInt64
    private let state: Mutex<State>

    private struct State {
        /// Nil once the call has its response.
        var done: (@Sendable (DirectResponse) -> Void)?
        var onGone: (@Sendable () -> Void)?
        var isCancelled = false
    }

    init(
        _ request: Request,
        row: Int,
        on loop: EventLoop,
        since startNanoseconds: UInt64,
        done: @escaping @Sendable (DirectResponse) -> Void
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
    func respond(_ response: Response) {
        loop.run {
            guard let done = self.takeDone() else { return }
            var response = response
            if response.contentType == .problem, self.request.wantsPage, let page = self.loop.context.errorPage {
                response = page(response)
            }
            self.complete(&response)
            if self.forbidsBody(response) { response.body = [] }
            self.record(response, bytes: response.body.count)
            done(DirectResponse(response: response, stream: nil))
        }
    }

    /// Takes the head of a stream. The call is recorded when the stream ends.
    func respond(with stream: DirectStream) {
        loop.run {
            let isStopping = self.loop.context.directCalls.begin(stream)
            guard let done = self.takeDone() else { return stream.close(.gone) }
            var head = stream.head
            self.complete(&head)
            if self.forbidsBody(head) {
                stream.finish()
                done(DirectResponse(response: head, stream: nil))
            } else {
                done(DirectResponse(response: head, stream: DirectBody(stream)))
            }
            if isStopping { stream.shutDown() }
        }
    }

    private func takeDone() -> (@Sendable (DirectResponse) -> Void)? {
        state.withLock { state in
            defer { (state.done, state.onGone) = (nil, nil) }
            return state.done
        }
    }

    /// Adds the header fields of the server.
    private func complete(_ response: inout Response) {
        loop.context.cors?.mark(&response, origin: request[.origin])
        response.headers.add("X-Request-Id", request.id.description)
    }

    private func forbidsBody(_ response: Response) -> Bool { request.method == .head || response.status.forbidsBody }

    /// Counts and logs the call. Runs on the loop, which alone writes its counters.
    func record(_ response: Response, bytes: Int, cut: CutReason? = nil) {
        let context = loop.context
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
                cut: cut,
                bytes: bytes,
                microseconds: microseconds,
                requestID: request.id,
                peer: request.peer
            )
        )
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

/// The calls without a socket that have no response yet, or whose stream has not ended.
final class DirectCalls: Sendable {
    private let state = Mutex(State())

    private struct State {
        var count = 0
        var streams: [ObjectIdentifier: DirectStream] = [:]
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

    /// Counts a stream, whose call has not ended. True: the server is stopping.
    func begin(_ stream: DirectStream) -> Bool {
        state.withLock { state in
            state.count += 1
            state.streams[ObjectIdentifier(stream)] = stream
            return state.isStopping
        }
    }

    func end(_ stream: DirectStream) {
        state.withLock { $0.streams[ObjectIdentifier(stream)] = nil }
        end()
    }

    func end() {
        let isEmpty = state.withLock { state in
            state.count -= 1
            return state.count == 0
        }
        if isEmpty { endWait() }
    }

    /// Accepts no more calls, and asks streams to end. Calls `body` when the last call has ended, which may be at once, or
    /// after ``endWait()``.
    ///
    /// - Returns: Whether all calls have ended.
    func stop(_ body: @escaping @Sendable () -> Void) -> Bool {
        let (isEmpty, streams) = state.withLock { state in
            let earlier = state.onEmpty
            state.isStopping = true
            state.onEmpty = {
                earlier?()
                body()
            }
            return (state.count == 0, Array(state.streams.values))
        }
        for stream in streams { stream.shutDown() }
        if isEmpty { endWait() }
        return isEmpty
    }

    /// Waits no longer for the calls, and cuts streams off.
    func endWait() {
        let (onEmpty, streams) = state.withLock { state in
            defer { state.onEmpty = nil }
            return (state.onEmpty, Array(state.streams.values))
        }
        for stream in streams { stream.close(.shutdown) }
        onEmpty?()
    }
}
