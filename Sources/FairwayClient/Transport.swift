import FairwayWire
package import Foundation

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
            (data, response) = try await session.data(for: try request(call))
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
        completionHandler(nil)
    }
}
