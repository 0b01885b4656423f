import Fairway
import FairwayHTTP
import FairwayTesting
import Foundation
import ServerDoubles
import Synchronization

@testable import FairwayServer

/// An identity provider with a file of keys, and a clock that the test moves.
final class TokenFixture: Sendable {
    static let issuer = "https://id.example"
    static let audience = "fairway"

    /// Generated once, because RSA keys take long.
    static let rsa = key(.rsa(bits: 2_048), "rsa")
    static let p256 = key(.p256, "p256")
    static let ed25519 = key(.ed25519, "ed25519")
    /// In the key set only if a test adds it.
    static let foreign = key(.p256, "foreign")

    static let keys = [rsa, p256, ed25519]

    let clock = ManualClock()
    let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).json")
    private let lines = Mutex<[String]>([])

    /// Writes a key set of the given keys.
    init(_ webKeys: [String] = keys.map { $0.webKey() }) throws { try write(webKeys) }

    deinit { try? FileManager.default.removeItem(at: file) }

    private static func key(_ kind: ProviderKey.Kind, _ id: String) -> ProviderKey {
        do {
            return try ProviderKey(kind, id: id)
        } catch {
            preconditionFailure("openssl could not generate a key: \(error)")
        }
    }

    /// The log lines so far.
    var log: [String] { lines.withLock(\.self) }

    func write(_ webKeys: [String]) throws { try write(text: "{\"keys\":[\(webKeys.joined(separator: ","))]}") }

    /// Replaces the file in one step, as a provider's agent does.
    func write(text: String) throws { try Data(text.utf8).write(to: file, options: .atomic) }

    func userTokens(
        _ source: KeySetSource? = nil,
        userClaim: String = "sub",
        keptClaims: [String] = [],
        limits: UserTokenLimits = UserTokenLimits()
    ) async throws -> UserTokens {
        let rules = UserTokenRules(
            issuer: Self.issuer,
            audience: Self.audience,
            userClaim: userClaim,
            keptClaims: keptClaims
        )
        return try await UserTokens(source ?? .file(file.path), rules, limits: limits, clock: clock) { event in
            var line = LogLines(.text)
            line.append(event, at: Timestamp(microsecondsSince1970: 0))
            self.lines.withLock { $0.append(String(decoding: line.bytes, as: UTF8.self)) }
        }
    }

    /// The claims of a user for ten minutes. `changes` are JSON texts; nil removes a claim.
    static func claims(_ changes: [String: String?] = [:]) -> String {
        let usual = ["iss": "\"\(issuer)\"", "aud": "\"\(audience)\"", "sub": "\"ada\"", "exp": "1700000600"]
        let claims = usual.merging(changes.compactMapValues(\.self)) { $1 }.filter { changes[$0.key] != .some(.none) }
        return "{\(claims.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    /// A valid token of `p256`, unless the claims are changed.
    static func token(_ changes: [String: String?] = [:]) throws -> String {
        try p256.token(claims: claims(changes))
    }
}
