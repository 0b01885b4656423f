import Fairway
import FairwayWire
import Foundation

/// A user token: a JSON Web Token (RFC 7519) in the compact form (RFC 7515, section 7.1). It is decoded, not verified.
struct UserToken: Sendable {
    let algorithm: SignatureAlgorithm
    /// The `kid` of the key that signed the token.
    let keyID: String?
    let claims: JSONObject
    /// The header and the claims as they were sent.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// Decodes a token. The header's `jku`, `jwk`, `x5u` and `x5c` are ignored, because a token must not choose the keys
    /// that verify it.
    init(_ text: String) throws(Problem) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]) else {
            throw .invalidToken("A user token is three texts in base64url, separated by dots.")
        }
        let header = try Self.object(parts[0])
        guard header["crit"] == nil else { throw .invalidToken("The header has `crit`, which is not supported.") }
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(name:)) else {
            throw .invalidToken("`alg` must be one of \(SignatureAlgorithm.names).")
        }
        if let keyID = header["kid"], keyID.string == nil { throw .invalidToken("`kid` must be a string.") }
        keyID = header["kid"]?.string
        claims = try Self.object(parts[1])
        signedBytes = Array(text.utf8[..<parts[1].endIndex])
        self.algorithm = algorithm
        self.signature = signature
    }

    /// Whether a text without a dot is the beginning of a user token: text in base64url that begins like a JSON object.
    /// The 32 random bytes of a session's token are such text with a chance of less than 10⁻¹⁰.
    static func isBeginning(_ text: String) -> Bool {
        // Four characters are three bytes. The rest of a truncated text does not decode.
        guard let bytes = Base64URL.decode(text.utf8.prefix(text.utf8.count / 4 * 4)), bytes.first == UInt8(ascii: "{"),
            bytes.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || [0x09, 0x0A, 0x0D].contains($0) })
        else { return false }
        // The last character may be cut: of four bytes, three may be left.
        return (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }

    private static func object(_ part: Substring.UTF8View) throws(Problem) -> JSONObject {
        guard let bytes = Base64URL.decode(part),
            let object = try? JSON.decode(JSONObject.self, from: bytes, limits: .standard)
        else { throw .invalidToken("The header and the claims must be JSON objects in base64url.") }
        return object
    }
}

/// The algorithms of user tokens (RFC 7518, section 3.1; RFC 8037, section 3.1).
enum SignatureAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    /// RFC 9864, section 2.2: EdDSA with this curve. The server has no keys on other curves.
    private static let nameWithCurve = "Ed25519"

    static let names = (allCases.map(\.rawValue) + [nameWithCurve]).joined(separator: ", ")

    /// The algorithm that `alg` names.
    init?(name: String) {
        self.init(rawValue: name == Self.nameWithCurve ? Self.edDSA.rawValue : name)
    }
}

/// The user of a verified token.
struct VerifiedUser: Sendable {
    let user: User
    /// The token's `exp`. The token itself is accepted for ``UserTokenRules/skewSeconds`` longer.
    let expiresAt: Date
}

/// The conditions on a user token's claims.
struct UserTokenRules: Hashable, Sendable {
    /// The identity provider's name in `iss`.
    var issuer: String
    /// The name of this server in `aud`. A token for another service is refused.
    var audience: String
    /// The claim with the user's id.
    var userClaim = Self.usualUserClaim
    /// The claims that flows can read.
    var keptClaims: [String] = []

    static let usualUserClaim = "sub"
    /// The tolerated difference between the provider's clock and the server's.
    static let skewSeconds = 60.0
    private static let idBytes = 1...255
    /// The end of the year 9999. It replaces a later `exp`, which could be too large for an integer.
    private static let lastSecond = 253_402_300_799.0

    /// Returns the user that the claims name.
    ///
    /// - Throws: `invalid-token` if a condition fails.
    func user(of claims: JSONObject, at now: Date) throws(Problem) -> VerifiedUser {
        guard claims["iss"]?.string?.hasSameBytes(as: issuer) == true else {
            throw .invalidToken("`iss` is not the configured issuer.")
        }
        guard Self.texts(claims["aud"])?.contains(where: { $0.hasSameBytes(as: audience) }) == true else {
            throw .invalidToken("`aud` does not contain the configured audience.")
        }
        guard let expiry = claims["exp"]?.double else { throw .invalidToken("`exp` must be a number.") }
        let expiresAt = Date(timeIntervalSince1970: min(expiry, Self.lastSecond))
        guard Self.isUnexpired(expiresAt, at: now) else { throw .invalidToken("The token has expired.") }
        if let start = claims["nbf"] {
            guard let start = start.double else { throw .invalidToken("`nbf` must be a number.") }
            guard start <= now.timeIntervalSince1970 + Self.skewSeconds else {
                throw .invalidToken("The token is not valid yet.")
            }
        }
        // PostgreSQL cannot store U+0000.
        guard let id = claims[userClaim]?.string, Self.idBytes.contains(id.utf8.count), !id.utf8.contains(0) else {
            throw .invalidToken("The claim with the user's id must be a string of 1 to 255 bytes without U+0000.")
        }
        return VerifiedUser(user: User(id: id, claims: kept(claims)), expiresAt: expiresAt)
    }

    static func isUnexpired(_ expiresAt: Date, at now: Date) -> Bool { now < expiresAt + skewSeconds }

    /// The strings of `aud`: a string, or an array of strings.
    private static func texts(_ claim: JSONValue?) -> [String]? {
        if let text = claim?.string { return [text] }
        let texts = claim?.array?.map(\.string)
        return texts?.contains(nil) == false ? texts?.compactMap(\.self) : nil
    }

    /// The kept claims. A claim that is not a string is kept as JSON.
    private func kept(_ claims: JSONObject) -> [String: String] {
        var kept: [String: String] = [:]
        for name in keptClaims {
            guard let value = claims[name] else { continue }
            kept[name] = value.string ?? (try? JSON.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }
        return kept
    }
}

extension Problem {
    /// The detail never contains a part of the token.
    static func invalidToken(_ detail: String) -> Problem { Problem(.invalidToken, detail) }
}

extension String {
    /// Whether both strings have the same UTF-8. `==` would compare by canonical equivalence.
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
