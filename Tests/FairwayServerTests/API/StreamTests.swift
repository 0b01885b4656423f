import FairwayHTTP
import FairwayWire
import ServerDoubles
import TestWaits
import Testing

/// The first event of a session's stream (`protocol.md`, section 4.9).
@Suite(.waiting)
struct StreamTests {
    private let harbour: ServedHarbour
    private let session: String
    private let token: String

    init() async throws {
        harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        (session, token) = (begun.session, try #require(begun.token))
        try await change()
    }

    @Test(arguments: ["", "Last-Event-ID: 3\r\n", "Last-Event-ID: 99999999999999999999\r\n", "Last-Event-ID: x\r\n"])
    func streamAfterAnUnknownRevisionStartsWithTheNewestState(_ fields: String) throws {
        let stream = try watch(fields)
        #expect(try stream.event().hasPrefix("id: 2\n"))
    }

    @Test func streamAfterTheNewestRevisionStartsWithTheNextState() async throws {
        let stream = try watch("Last-Event-ID: 2\r\n")
        try await change()
        #expect(try stream.event().hasPrefix("id: 3\n"))
    }

    private func change() async throws {
        let body = #"{"signal":"Harbour.StormWarning","params":{"force":9}}"#
        #expect(try await harbour.send(.post, "/v1/sessions/\(session)/signals", body).status == 200)
    }

    /// A client that has read the head of the response.
    private func watch(_ fields: String) throws -> TestClient {
        let client = try TestClient(harbour.address)
        client.send(
            "GET /v1/sessions/\(session)/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\(fields)\r\n"
        )
        #expect(try client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        return client
    }
}
