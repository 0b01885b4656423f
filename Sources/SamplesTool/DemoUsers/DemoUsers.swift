import COpenSSL
import Fairway
import FairwayAssets
import FairwayHTTP
import FairwayServer
import FairwayWire
import Foundation

/// An identity provider for `fairway-samples serve --demo-users`. It issues a user token for any name, without a
/// password.
struct DemoUsers: Sendable {
    private static let issuer = "fairway-demo-users"
    private static let audience = "fairway-samples"
    private static let keyID = "demo"
    private static let tokenSeconds = 3_600.0
    private static let longestName = 100

    private let key: SigningKey

    init() throws { key = try SigningKey() }

    /// The pages, and the file with which the web client signs in.
    static let files = EmbeddedFile.all(in: embeddedDemoUsers).map { PublicFile($0.path, bytes: $0.bytes) }

    /// The provider for the server.
    func provider() throws -> LocalIdentityProvider {
        let keySet = try JSON.encode(["keys": [key.webKey(named: Self.keyID)]] as JSONValue)
        return LocalIdentityProvider(
            issuer: Self.issuer,
            audience: Self.audience,
            keptClaims: ["name"],
            keySet: keySet
        ) { request in
            switch (request.method, request.path) {
            case (.post, "/demo/token"): issue(request)
            default: nil
            }
        }
    }

    /// A signed token (RFC 7519) for a user.
    func token(for name: String, until expiry: Date) throws -> String {
        let header: JSONValue = ["alg": "ES256", "typ": "JWT", "kid": .string(Self.keyID)]
        let claims: JSONValue = [
            "iss": .string(Self.issuer), "aud": .string(Self.audience), "sub": .string(name), "name": .string(name),
            "exp": .number(JSONNumber(Int(expiry.timeIntervalSince1970))),
        ]
        let parts = try [header, claims].map { Base64URL.encode(try JSON.encode($0)) }.joined(separator: ".")
        return "\(parts).\(Base64URL.encode(try key.signature(of: Array(parts.utf8))))"
    }

    private struct TokenRequest: Decodable {
        var name: String
    }

    private struct TokenReply: Encodable {
        var token: String
        var expiresAt: Date
    }

    private func issue(_ request: Request) -> Response {
        guard let name = try? JSON.decode(TokenRequest.self, from: request.body).name,
            (1...Self.longestName).contains(name.utf8.count)
        else { return Response(422, .json, body: Array(#"{"error":"name must have 1 to 100 bytes"}"#.utf8)) }
        do {
            let expiry = Date().addingTimeInterval(Self.tokenSeconds)
            let reply = TokenReply(token: try token(for: name, until: expiry), expiresAt: expiry)
            return Response(200, .json, headers: ["Cache-Control": "no-store"], body: try JSON.encode(reply))
        } catch {
            return Response(500, .json, body: Array(#"{"error":"the token cannot be signed"}"#.utf8))
        }
    }
}

/// A new key pair for ES256 (RFC 7518, section 3.4).
private final class SigningKey: Sendable {
    /// An `EVP_PKEY` of OpenSSL.
    ///
    /// `nonisolated(unsafe)`, because it never changes, and OpenSSL allows its use from any thread.
    private nonisolated(unsafe) let key: OpaquePointer
    /// The coordinates of the public key.
    private let (x, y): ([UInt8], [UInt8])

    private static let coordinateBytes = 32
    /// The limit of a signature in DER.
    private static let signatureBytes = 72

    struct Failure: Error, CustomStringConvertible {
        var description: String { "OpenSSL cannot make a key for the demo users." }
    }

    init() throws(Failure) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw Failure() }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw Failure() }
        self.key = key
        // An uncompressed point (SEC 1, section 2.3.3): 4, x, y.
        var point: UnsafeMutablePointer<UInt8>?
        let count = EVP_PKEY_get1_encoded_public_key(key, &point)
        let bytes = Array(UnsafeBufferPointer(start: point, count: count))
        CRYPTO_free(point, nil, 0)
        x = Array(bytes.dropFirst().prefix(Self.coordinateBytes))
        y = Array(bytes.suffix(Self.coordinateBytes))
    }

    deinit { EVP_PKEY_free(key) }

    /// The public key as a JSON Web Key (RFC 7518, section 6.2).
    func webKey(named id: String) -> JSONValue {
        [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": .string(id),
            "x": .string(Base64URL.encode(x)), "y": .string(Base64URL.encode(y)),
        ]
    }

    /// Signs bytes: two numbers of 32 bytes.
    func signature(of message: [UInt8]) throws(Failure) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw Failure() }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Self.signatureBytes)
        var count = signature.count
        guard EVP_DigestSignInit_ex(context, nil, "SHA256", nil, nil, key, nil) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { throw Failure() }
        return Self.numbers(inDER: signature.prefix(count))
    }

    /// The numbers of an ECDSA signature in DER (RFC 3279, section 2.2.3), without their leading zeros and padded.
    private static func numbers(inDER bytes: ArraySlice<UInt8>) -> [UInt8] {
        // The sequence's tag and length, then two integers.
        var rest = bytes.dropFirst(2)
        var numbers: [UInt8] = []
        for _ in 1...2 {
            let count = Int(rest.dropFirst().first ?? 0)
            let digits = rest.dropFirst(2).prefix(count).drop { $0 == 0 }
            numbers += Array(repeating: 0, count: coordinateBytes - digits.count) + digits
            rest = rest.dropFirst(2 + count)
        }
        return numbers
    }
}
