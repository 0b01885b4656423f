import FairwayWire
package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Sends calls over `URLSession`.
package struct Transport: Sendable {
    /// The prefix of every path: the server's address and any base path.
    private let base: String
    let session: URLSession

    package init(_ url: URL, _ configuration: URLSessionConfiguration = .ephemeral) {
        var base = url.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        // No call uses a cache. Linux's Foundation looks up a cache on another queue, and crashes if the task is cancelled
        // meanwhile.
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    /// A response. ``Transport/send(_:)`` returns only successful ones.
    package struct Reply: Sendable {
        var status: Int
        var retryAfter: Duration?
        var body: [UInt8]

        package func decoded<Value: Decodable>() throws(ClientError) -> Value {
            do {
                return try JSON.decode(Value.self, from: body)
            } catch {
                throw .unexpected(status: status, body: body)
            }
        }
    }

    /// Makes a call once.
    ///
    /// - Throws: ``ClientError`` for every response but 2xx.
    package func send(_ call: APICall) async throws(ClientError) -> Reply {
        let (data, response): (Data, URLResponse)
        do {
            (data, response) = try await PendingCall.run(try request(call), on: session)
        } catch let error as URLError {
            throw .network(error)
        } catch {
            throw .network(URLError(.unknown))
        }
        return try Reply(response, Array(data)).checked()
    }

    func request(_ call: APICall) throws(URLError) -> URLRequest {
        guard let url = URL(string: base + call.path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = call.method
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        if let body = call.body {
            request.httpBody = Data(body.bytes)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if case .token(let token) = call.credential {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }
        if let key = call.key { request.setValue(key.text, forHTTPHeaderField: "Idempotency-Key") }
        if let language = call.language { request.setValue(language, forHTTPHeaderField: "Accept-Language") }
        return request
    }
}

/// A call that waits for its response.
///
/// Replaces `URLSession.data(for:)`, which on Linux may deadlock when it is cancelled: it completes on the queue that
/// `cancel()` waits for. All sessions of a process share that queue.
private final class PendingCall: Sendable {
    private typealias Caller = CheckedContinuation<(Data, URLResponse), any Error>

    private enum State {
        case new
        case running(URLSessionTask, Caller)
        case over
    }

    private let state = Mutex(State.new)

    static func run(_ request: URLRequest, on session: URLSession) async throws -> (Data, URLResponse) {
        let call = PendingCall()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in call.begin(request, on: session, caller) }
        } onCancel: {
            guard let task = call.end(.failure(URLError(.cancelled))) else { return }
            session.delegateQueue.addOperation { task.cancelOnDelegateQueue() }
        }
    }

    private func begin(_ request: URLRequest, on session: URLSession, _ caller: Caller) {
        let isCancelled = state.withLock { state in
            guard case .new = state else { return true }
            let task = session.dataTask(with: request) { data, response, error in
                if let data, let response {
                    self.end(.success((data, response)))
                } else {
                    self.end(.failure(error ?? URLError(.unknown)))
                }
            }
            state = .running(task, caller)
            // Under the lock, so that the task is resumed before it is cancelled.
            task.resume()
            return false
        }
        if isCancelled { caller.resume(throwing: URLError(.cancelled)) }
    }

    /// Resumes the caller, unless the call has already ended. Returns the task if it was running.
    @discardableResult
    private func end(_ result: Result<(Data, URLResponse), any Error>) -> URLSessionTask? {
        let before = state.withLock { state in
            defer { state = .over }
            return state
        }
        guard case .running(let task, let caller) = before else { return nil }
        caller.resume(with: result)
        return task
    }
}

extension URLSessionTask {
    /// Cancels the task. Must be called on the delegate queue, which must be serial.
    ///
    /// If a task completes while it is being cancelled, Linux's Foundation can crash: `cancel()` looks up the task
    /// asynchronously, and a completed task is removed. While this method runs, the delegate queue delivers no
    /// completion. The second `cancel()` returns only after the first has looked up the task.
    package func cancelOnDelegateQueue() {
        cancel()
        cancel()
    }
}

extension Transport.Reply {
    init(_ response: URLResponse, _ body: [UInt8]) {
        let response = response as? HTTPURLResponse
        status = response?.statusCode ?? 0
        retryAfter = response?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }.map { .seconds($0) }
        self.body = body
    }

    /// The reply itself; throws if it is a refusal.
    func checked() throws(ClientError) -> Self {
        if (200..<300).contains(status) { return self }
        guard let problem = try? JSON.decode(Problem.self, from: body) else {
            throw .unexpected(status: status, body: body)
        }
        throw .problem(problem, retryAfter: retryAfter)
    }
}

/// The user token, which the app supplies. It is kept until the server refuses it.
actor UserTokenSource {
    private let supply: @Sendable () async throws -> String?
    private let limit: Duration
    private var kept: String?
    private var renewal: Task<String?, any Error>?

    /// - Parameters:
    ///   - limit: The time after which a function that has not returned counts as failed.
    ///   - supply: Supplies a fresh token.
    init(limit: Duration, _ supply: @escaping @Sendable () async throws -> String?) {
        self.limit = limit
        self.supply = supply
    }

    /// The token; nil if no user is signed in.
    func current() async throws(ClientError) -> String? {
        if let kept { return kept }
        return try await renewed()
    }

    /// A token that is not the given one; nil if the app supplies the same again.
    func other(than token: String) async throws(ClientError) -> String? {
        // Another call may have renewed the token in the meantime.
        let other = kept == nil || kept == token ? try await renewed() : kept
        return other == token ? nil : other
    }

    /// Asks for a fresh token. Simultaneous callers share the answer.
    private func renewed() async throws(ClientError) -> String? {
        let renewal =
            renewal
            ?? Task { [supply, limit] in
                defer { self.renewal = nil }
                kept = try await Self.within(limit, supply)
                return kept
            }
        self.renewal = renewal
        do {
            return try await renewal.value
        } catch let error as URLError {
            throw .network(error)
        } catch {
            throw .noUserToken(error)
        }
    }

    /// The result of a function; throws if it takes longer. The function itself may ignore cancellation.
    private static func within(
        _ limit: Duration,
        _ function: @escaping @Sendable () async throws -> String?
    ) async throws -> String? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<String?, any Error>.self)
        let running = Task {
            do {
                continuation.yield(.success(try await function()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let waiting = Task {
            try await Task.sleep(for: limit)
            continuation.yield(.failure(URLError(.timedOut)))
        }
        defer {
            running.cancel()
            waiting.cancel()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}

/// Refuses all redirects, so the redirect itself becomes the response.
///
/// Linux's Foundation forwards `Authorization` to the target of a redirect, even on another host, and with 307 and 308
/// the body. A Fairway server never redirects, so a redirect comes from a proxy or an attacker. Its target must not
/// receive the token.
final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Linux's Foundation crashes if the redirect of a cancelled task is answered.
        if task.state == .running { completionHandler(nil) }
    }
}
