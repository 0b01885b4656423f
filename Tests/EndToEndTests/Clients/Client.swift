import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A minimal HTTP client, comparable to `curl`.
struct Client: Sendable {
    /// Retained, because a released server is stopped.
    private let server: RunningServer
    var token: String?

    init(_ server: RunningServer, token: String? = nil) {
        self.server = server
        self.token = token
    }

    /// The same client with another token, or without one.
    func `as`(_ token: String?) -> Client { Client(server, token: token) }

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
        guard let url = URL(string: path, relativeTo: server.url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        // The default of a minute is too short with a sanitizer.
        request.timeoutInterval = 600
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        if let body { request.httpBody = Data(body.utf8) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await Self.session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Reply(status: response.statusCode, headers: fields, body: Array(data))
    }

    private static let session = URLSession(configuration: .ephemeral)
}
