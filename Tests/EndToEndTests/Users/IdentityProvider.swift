import Foundation
import ServerDoubles

/// An identity provider that publishes its keys in a file. OpenSSL's command line makes the keys and the tokens.
struct IdentityProvider {
    private static let issuer = "https://id.example"
    private static let audience = "fairway"

    private let file: URL

    /// The flags of a server that accepts the tokens.
    var flags: [String] {
        ["--jwt-keys", file.path, "--jwt-issuer", Self.issuer, "--jwt-audience", Self.audience]
    }

    /// Publishes the first keys in a folder.
    init(_ keys: ProviderKey..., in store: TemporaryStore) throws {
        file = store.folder.appending(path: "keys.json")
        try publish(keys)
    }

    /// Replaces the keys.
    func publish(_ keys: [ProviderKey]) throws {
        let keySet = #"{"keys":[\#(keys.map { $0.webKey() }.joined(separator: ","))]}"#
        try Data(keySet.utf8).write(to: file, options: .atomic)
    }

    /// A user's token, by default for an hour.
    func token(of user: String, by key: ProviderKey, expiringIn seconds: Double = 3_600) throws -> String {
        let expiry = Int(Date.now.addingTimeInterval(seconds).timeIntervalSince1970)
        return try key.token(
            claims: #"{"iss":"\#(Self.issuer)","aud":"\#(Self.audience)","sub":"\#(user)","exp":\#(expiry)}"#
        )
    }
}
