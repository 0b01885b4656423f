import Foundation
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
}
