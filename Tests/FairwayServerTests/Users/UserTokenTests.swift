import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import ServerDoubles
import Testing

@testable import FairwayServer

/// Which user tokens are accepted. OpenSSL's command line makes the keys and the signatures.
struct UserTokenTests {
    private typealias Fixture = TokenFixture

    @Test(arguments: [("RS256", 0), ("PS256", 0), ("ES256", 1), ("EdDSA", 2), ("Ed25519", 2)])
    func everyAlgorithmIsAccepted(algorithm: String, key: Int) async throws {
        let tokens = try await Fixture().userTokens()
        let token = try Fixture.keys[key].token(claims: Fixture.claims(), algorithm: algorithm)
        let verified = try await tokens.verify(token)
        #expect(verified.user.id == "ada")
        #expect(verified.expiresAt == Date(timeIntervalSince1970: 1_700_000_600))
        #expect(tokens.signatureChecks == 1)
    }

    @Test(arguments: [
        ["aud": #"["other","fairway"]"#], ["exp": "1699999941"], ["exp": "1699999940.5"], ["exp": "1e300"],
        ["nbf": "1700000060"], ["nbf": "0"], ["crit": "true"], ["iat": "1800000000"],
        ["sub": "\"\(String(repeating: "x", count: 255))\""],
    ])
    func validClaimsAreAccepted(_ changes: [String: String]) async throws {
        let token = try Fixture.token(changes)
        _ = try await Fixture().userTokens().verify(token)
    }

    @Test(arguments: [
        #"{"alg":"ES256","kid":"p256","jku":"https://evil.example/keys"}"#,
        #"{"alg":"ES256","kid":"p256","jwk":{"kty":"oct","k":"AAAA"},"x5u":"https://evil.example","x5c":["AAAA"]}"#,
        #"{"alg":"ES256"}"#, #" { "kid" : "p256" , "alg" : "ES256" } "#,
    ])
    func otherHeadersAreIgnored(header: String) async throws {
        let token = try Fixture.p256.token(claims: Fixture.claims(), header: header)
        _ = try await Fixture().userTokens().verify(token)
    }

    @Test func keptClaimsAreTextsOrJSON() async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens(userClaim: "oid", keptClaims: ["email", "roles", "age", "absent"])
        let token = try Fixture.token([
            "oid": "\"grace\"", "email": "\"g@example.org\"", "roles": #"["a" , "b"]"#, "age": "1.50", "phone": "\"1\"",
        ])
        let user = try await tokens.verify(token).user
        #expect(user == User(id: "grace", claims: ["email": "g@example.org", "roles": #"["a","b"]"#, "age": "1.50"]))
    }

    @Test(arguments: Attack.all)
    func attackIsRefused(_ attack: Attack) async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens()
        let token = try attack.token()
        for _ in 0..<2 {
            let checks = tokens.signatureChecks
            let problem = await #expect(throws: Problem.self) { try await tokens.verify(token) }
            #expect(problem?.code == .invalidToken)
            #expect(problem?.detail?.isEmpty == false)
            #expect(tokens.signatureChecks - checks == (attack.isSignatureChecked ? 1 : 0))
        }
        let secrets = token.split(separator: ".").filter { $0.count > 20 }
        #expect(!fixture.log.contains { line in secrets.contains { line.contains($0) } })
    }

    /// Strings that are canonically equivalent are equal in Swift.
    @Test func issuerAndAudienceAndKeyAreComparedByteByByte() async throws {
        let key = try ProviderKey(.ed25519, id: "cl\u{E9}")
        let fixture = try Fixture([key.webKey()])
        let rules = UserTokenRules(issuer: "\u{E9}", audience: "\u{E8}")
        let tokens = try await UserTokens(.file(fixture.file.path), rules, clock: fixture.clock) { _ in }
        func verify(_ issuer: String, _ audience: String, _ id: String) async throws {
            let claims = Fixture.claims(["iss": "\"\(issuer)\"", "aud": "\"\(audience)\""])
            _ = try await tokens.verify(try key.token(claims: claims, header: #"{"alg":"EdDSA","kid":"\#(id)"}"#))
        }
        try await verify("\u{E9}", "\u{E8}", "cl\u{E9}")
        await #expect(throws: Problem.self) { try await verify("e\u{301}", "\u{E8}", "cl\u{E9}") }
        await #expect(throws: Problem.self) { try await verify("\u{E9}", "e\u{300}", "cl\u{E9}") }
        await #expect(throws: Problem.self) { try await verify("\u{E9}", "\u{E8}", "cle\u{301}") }
    }

    @Test func verifiedTokenNeedsNoSecondCheckUntilItExpires() async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens()
        let token = try Fixture.token()
        for _ in 0..<3 { #expect(try await tokens.verify(token).user.id == "ada") }
        fixture.clock.advance(by: 659)
        _ = try await tokens.verify(token)
        fixture.clock.advance(by: 1)
        await #expect(throws: Problem.self) { try await tokens.verify(token) }
        #expect(tokens.signatureChecks == 1)
    }

    @Test func rememberedTokensAreBounded() async throws {
        let tokens = try await Fixture().userTokens(limits: UserTokenLimits(rememberedTokens: 2))
        let users = ["ada", "grace", "edsger"]
        let all = try users.map { try Fixture.token(["sub": "\"\($0)\""]) }
        for (user, token) in zip(users, all) { #expect(try await tokens.verify(token).user.id == user) }
        #expect(tokens.signatureChecks == 3)
        // One of the first two was replaced.
        for (user, token) in zip(users, all) { #expect(try await tokens.verify(token).user.id == user) }
        #expect(tokens.signatureChecks > 3)
    }
}
