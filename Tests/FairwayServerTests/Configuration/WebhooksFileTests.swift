import Fairway
import FairwayEvents
import Foundation
import Testing

@testable import FairwayServer

struct WebhooksFileTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private static func entry(_ members: String = "", url: String = "https://crm.example/hook") -> String {
        #"{"url":"\#(url)","secrets":["\#(secret)"]\#(members)}"#
    }

    private func receivers(_ text: String) throws -> [WebhookReceiver] { try WebhooksFile.receivers(Array(text.utf8)) }

    @Test func entriesDescribeReceivers() throws {
        let other = Self.entry(
            #","kinds":["action","end"],"flows":["Checkout"],"body":"thin""#,
            url: "http://[::1]:9000/x"
        )
        let receivers = try receivers("[\(Self.entry()), \(other)]")
        #expect(receivers.map(\.host) == ["crm.example", "::1"])
        #expect(receivers.map(\.keys.count) == [1, 1])
        #expect(receivers[0].keys[0].count == 24)
        #expect(receivers.map(\.kinds) == [nil, ["action", "end"]])
        #expect(receivers.map(\.flows) == [nil, ["Checkout"]])
        #expect(receivers.map(\.body) == [.full, .thin])
        #expect(try self.receivers("[]") == [])
    }

    @Test func idDependsOnTheURLAlone() throws {
        let one = try receivers("[\(Self.entry())]")
        let same = try receivers("[\(Self.entry(#","kinds":["end"]"#))]")
        let other = try receivers("[\(Self.entry(url: "https://crm.example/other"))]")
        #expect(one.map(\.id) == same.map(\.id))
        #expect(one.map(\.id) != other.map(\.id))
    }

    @Test func fingerprintDependsOnTheEntryAlone() throws {
        let other = Self.entry(url: "https://crm.example/other")
        let one = try receivers("[\(Self.entry())]")[0].fingerprint
        #expect(try receivers("[\(other), \(Self.entry())]")[1].fingerprint == one)
        for members in [#","kinds":["end"]"#, #","flows":["end"]"#, #","body":"thin""#] {
            #expect(try receivers("[\(Self.entry(members))]")[0].fingerprint != one)
        }
    }

    @Test(arguments: [
        ("", "it is not a JSON array"),
        (#"{"webhooks":[]}"#, "it is not a JSON array"),
        ("[1]", "webhook 1 is not an object"),
        (#"[{"secrets":["\#(secret)"]}]"#, "webhook 1 needs a `url`"),
        ("[\(entry(url: "ftp://crm.example"))]", "webhook 1 needs a `url`"),
        ("[\(entry(url: "http://crm.example"))]", "webhook 1 needs a `url`"),
        ("[\(entry(url: "https://ada:pass@crm.example"))]", "webhook 1 needs a `url`"),
        ("[\(entry(url: "https://crm.example#a"))]", "webhook 1 needs a `url`"),
        (#"[{"url":"https://crm.example"}]"#, "webhook 1 needs `secrets`"),
        (#"[{"url":"https://crm.example","secrets":[]}]"#, "webhook 1 needs `secrets`"),
        (#"[{"url":"https://crm.example","secrets":["c2VjcmV0c2VjcmV0c2VjcmV0"]}]"#, "webhook 1 needs `secrets`"),
        (#"[{"url":"https://crm.example","secrets":["whsec_c2hvcnQ="]}]"#, "webhook 1 needs `secrets`"),
        (#"[{"url":"https://crm.example","secrets":["\#(secret)","whsec_?"]}]"#, "webhook 1 needs `secrets`"),
        ("[\(entry(#","kinds":["actoin"]"#))]", "webhook 1 has a kind other than start, action"),
        ("[\(entry(#","kinds":[]"#))]", "webhook 1 has `kinds` that are not a list"),
        ("[\(entry(#","flows":"Checkout""#))]", "webhook 1 has `flows` that are not a list"),
        ("[\(entry(#","flows":[1]"#))]", "webhook 1 has `flows` that are not a list"),
        ("[\(entry(#","body":"small""#))]", "webhook 1 has a `body` other than full and thin"),
        ("[\(entry(#","flow":["Checkout"]"#))]", "webhook 1 has a member other than url, secrets"),
        ("[\(entry()),\(entry())]", "webhook 2 has the URL of webhook 1"),
        ("[\(Array(repeating: entry(), count: 101).joined(separator: ","))]", "it has more than 100 webhooks"),
        (String(repeating: " ", count: 257 << 10), "it is larger than 256 KiB"),
    ])
    func faultIsNamedWithoutSecrets(text: String, reason: String) throws {
        let error = try #require(throws: ConfigurationFileError.self) { try receivers(text) }
        #expect(error.reason.hasPrefix(reason), "\(error.reason)")
        #expect(!error.reason.contains("MfKQ"))
        #expect(!error.reason.contains("pass"))
    }
}
