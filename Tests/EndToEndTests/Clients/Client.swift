import FairwayWire
import Foundation
import TestWaits

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A minimal HTTP client, comparable to `curl`.
struct Client: Sendable {
    /// Retained, because the server stops when it is released; nil for a server that the test has started in another
    /// way.
    private let server: RunningServer?
    private let url: URL
    var token: String?

    init(_ server: RunningServer, token: String? = nil) {
        self.server = server
        url = server.url
        self.token = token
    }

    init(url: URL) {
        server = nil
        self.url = url
    }

    /// The same client with another token, or without one.
    func `as`(_ token: String?) -> Client {
        var client = self
        client.token = token
        return client
    }

    /// A token that no session has.
    static let unknownToken = String(repeating: "x", count: 43)

    /// A response.
    struct Reply: Sendable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var state: StateDocument {
            get throws { try JSON.decode(StateDocument.self, from: body) }
        }

        var problem: Problem {
            get throws { try JSON.decode(Problem.self, from: body) }
        }

        subscript(header: String) -> String? { headers[header.lowercased()] }
    }

    func send(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Reply {
        guard let url = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = TimeInterval(TestLimits.secondsForOutput)
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        if let body { request.httpBody = Data(body.utf8) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        // Not `URLSession.data(for:)`, which on Linux may deadlock when it is cancelled.
        let (data, response) = try await withCheckedThrowingContinuation { caller in
            Self.session.dataTask(with: request) { data, response, error in
                if let data, let response {
                    caller.resume(returning: (data, response))
                } else {
                    caller.resume(throwing: error ?? URLError(.unknown))
                }
            }.resume()
        }
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Reply(status: response.statusCode, headers: fields, body: Array(data))
    }

    private static let session = URLSession(configuration: .ephemeral)
}
