import Foundation
import ServerDoubles
import Testing

/// An invalid user token.
struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether only the signature shows that the token is invalid.
    let isSignatureChecked: Bool
    let token: @Sendable () throws -> String

    private init(
        _ description: String,
        isSignatureChecked: Bool = false,
        _ token: @escaping @Sendable () throws -> String
    ) {
        (testDescription, self.isSignatureChecked, self.token) = (description, isSignatureChecked, token)
    }

    static let all = claims + headers + signatures + forms

    private typealias Fixture = TokenFixture

    private static let claims: [Attack] = [
        ("expired", ["exp": "1699999940"]), ("expired long ago", ["exp": "-1e300"]), ("without exp", ["exp": nil]),
        ("exp as a string", ["exp": "\"1700000600\""]), ("exp beyond a Double", ["exp": "1e999"]),
        ("not yet valid", ["nbf": "1700000061"]), ("nbf as a string", ["nbf": "\"0\""]),
        ("wrong audience", ["aud": "\"other\""]), ("without audience", ["aud": nil]),
        ("audience as a prefix", ["aud": "\"fairway2\""]), ("no audience in the array", ["aud": "[]"]),
        ("an array with a number", ["aud": #"["fairway",1]"#]), ("audience as an object", ["aud": #"{"fairway":1}"#]),
        ("wrong issuer", ["iss": "\"https://id.example/\""]), ("without issuer", ["iss": nil]),
        ("issuer in an array", ["iss": #"["https://id.example"]"#]),
        ("without user", ["sub": nil]), ("empty user", ["sub": "\"\""]), ("user as a number", ["sub": "1"]),
        ("a user of 256 bytes", ["sub": "\"\(String(repeating: "x", count: 256))\""]),
        ("a user with U+0000", ["sub": #""ada\u0000x""#]),
        ("duplicate claims", ["sub": #""grace","sub":"ada""#]),
        ("a lone surrogate", ["sub": #""\ud800""#]),
    ].map { name, changes in Attack(name) { try Fixture.token(changes) } }

    private static let headers: [Attack] = [
        ("unknown kid", #"{"alg":"ES256","kid":"p257"}"#), ("kid as a number", #"{"alg":"ES256","kid":1}"#),
        ("kid null", #"{"alg":"ES256","kid":null}"#), ("crit", #"{"alg":"ES256","kid":"p256","crit":["exp"]}"#),
        ("empty crit", #"{"alg":"ES256","kid":"p256","crit":[]}"#), ("without alg", #"{"kid":"p256"}"#),
        ("alg in lower case", #"{"alg":"es256","kid":"p256"}"#), ("ES384", #"{"alg":"ES384","kid":"p256"}"#),
        ("Ed25519 in lower case", #"{"alg":"ed25519","kid":"ed25519"}"#),
        ("Ed448", #"{"alg":"Ed448","kid":"ed25519"}"#),
        ("Ed25519 with the kid of another key", #"{"alg":"Ed25519","kid":"p256"}"#),
        ("the algorithm of another key", #"{"alg":"RS256","kid":"p256"}"#),
        ("the kid of another key", #"{"alg":"ES256","kid":"rsa"}"#),
        ("duplicate header members", #"{"alg":"none","alg":"ES256","kid":"p256"}"#),
        ("a header that is an array", #"["ES256"]"#), ("a header that is not JSON", "ES256"),
        ("a header with two values", #"{"alg":"ES256","kid":"p256"} {}"#),
    ].map { name, header in Attack(name) { try Fixture.p256.token(claims: Fixture.claims(), header: header) } }

    private static let signatures: [Attack] = [
        Attack("alg none") {
            "\(Array(#"{"alg":"none"}"#.utf8).base64URL).\(Array(Fixture.claims().utf8).base64URL)."
        },
        Attack("alg none with the signature of another token") {
            let token = try Fixture.token().split(separator: ".")
            return "\(Array(#"{"alg":"none","kid":"p256"}"#.utf8).base64URL).\(token[1]).\(token[2])"
        },
        Attack("HMAC with the public key as its secret") {
            let header = Array(#"{"alg":"HS256","kid":"rsa"}"#.utf8).base64URL
            let signed = "\(header).\(Array(Fixture.claims().utf8).base64URL)"
            let secret = Fixture.rsa.publicPEM.map { String(format: "%02x", $0) }.joined()
            let options = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(secret)", "-binary"]
            return "\(signed).\(try OpenSSL.sign(Array(signed.utf8), options).base64URL)"
        },
        Attack("a foreign key under a known kid", isSignatureChecked: true) {
            try Fixture.foreign.token(claims: Fixture.claims(), header: #"{"alg":"ES256","kid":"p256"}"#)
        },
        Attack("other claims", isSignatureChecked: true) {
            let token = try Fixture.token().split(separator: ".")
            return "\(token[0]).\(Array(Fixture.claims(["sub": "\"grace\""]).utf8).base64URL).\(token[2])"
        },
        Attack("RS256 as PS256", isSignatureChecked: true) {
            try Fixture.rsa.token(claims: Fixture.claims(), header: #"{"alg":"PS256","kid":"rsa"}"#, algorithm: "RS256")
        },
        Attack("PS256 as RS256", isSignatureChecked: true) {
            try Fixture.rsa.token(claims: Fixture.claims(), header: #"{"alg":"RS256","kid":"rsa"}"#, algorithm: "PS256")
        },
        Attack("ES256 in DER") {
            let signed = try Fixture.token().split(separator: ".").prefix(2).joined(separator: ".")
            return "\(signed).\(try Fixture.p256.derSignature(of: Array(signed.utf8)).base64URL)"
        },
        Attack("a signature of zeros", isSignatureChecked: true) {
            try withSignature(Array(repeating: 0, count: 64))
        },
        Attack("a signature of ones", isSignatureChecked: true) {
            try withSignature(Array(repeating: 0xFF, count: 64))
        },
        Attack("a short signature") { try withSignature(Array(repeating: 1, count: 63)) },
        Attack("a long signature") { try withSignature(Array(repeating: 1, count: 65)) },
        Attack("no signature") { try withSignature([]) },
        Attack("a short RSA signature") {
            let token = try Fixture.rsa.token(claims: Fixture.claims()).split(separator: ".")
            return "\(token[0]).\(token[1]).\(token[2].dropLast(4))"
        },
    ]

    private static func withSignature(_ signature: [UInt8]) throws -> String {
        "\(try Fixture.token().split(separator: ".").prefix(2).joined(separator: ".")).\(signature.base64URL)"
    }

    private static let forms: [Attack] = [
        Attack("64 KiB") { try Fixture.token(["padding": "\"\(String(repeating: "x", count: 48 << 10))\""]) },
        Attack("8 KiB and one byte") { String(repeating: "x", count: (8 << 10) + 1) },
        Attack("three dots") { try Fixture.token() + "." },
        Attack("three dots in front") { "." + (try Fixture.token()) },
        Attack("one dot") { try Fixture.token().split(separator: ".").prefix(2).joined(separator: ".") },
        Attack("empty") { "" }, Attack("two dots") { ".." },
        Attack("truncated base64") { String(try Fixture.token().dropLast()) },
        Attack("padding") { try Fixture.token() + "==" },
        Attack("a space") { try Fixture.token() + " " },
        Attack("characters of plain base64") { try mapped { _ in "+/+/" } },
        Attack("unused bits that are not zero") {
            // 64 bytes need 86 characters. The last one has four unused bits.
            try mapped { signature in "\(signature.dropLast())\(signature.last == "A" ? "B" : "_")" }
        },
        Attack("characters beyond ASCII") { try mapped { "\($0)é" } },
    ]

    /// A token with another text as its signature.
    private static func mapped(_ change: (Substring) -> String) throws -> String {
        let token = try Fixture.token().split(separator: ".")
        return "\(token[0]).\(token[1]).\(change(token[2]))"
    }
}
