import Foundation
import TestWaits
import Testing

@testable import FairwayClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct TransportTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/catalog?a=b"),
        ("http://[::1]:9/", "http://[::1]:9/v1/catalog?a=b"),
        ("https://example.org/fairway", "https://example.org/fairway/v1/catalog?a=b"),
        ("https://example.org/fairway/", "https://example.org/fairway/v1/catalog?a=b"),
    ])
    func basePathOfTheServerIsKept(server: String, called: String) throws {
        let transport = Transport(try #require(URL(string: server)), .ephemeral)
        #expect(try transport.request(APICall("GET", "/v1/catalog?a=b")).url?.absoluteString == called)
    }

    /// In a process of its own, because Linux's Foundation may end the process when a task is cancelled.
    @Test(.waiting)
    func cancelledCallsEnd() async {
        await #expect(processExitsWith: .success) {
            // A port that refuses connections, so that calls fail while they are cancelled.
            let transport = Transport(try #require(URL(string: "http://127.0.0.1:9")))
            for round in 0..<3_000 {
                let call = Task { try await transport.send(APICall("GET", "/v1/catalog")) }
                if round.isMultiple(of: 2) { await Task.yield() }
                call.cancel()
                let result = await call.result
                #expect(throws: ClientError.self) { try result.get() }
            }
        }
    }
}
