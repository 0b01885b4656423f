import Fairway
import Foundation
import ServerDoubles
import Testing

@testable import FairwayServer

/// Which keys of a key set are used.
struct KeySetTests {
    private typealias Fixture = TokenFixture

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let webKey: @Sendable () throws -> String

        fileprivate init(_ description: String, _ webKey: @escaping @Sendable () throws -> String) {
            (testDescription, self.webKey) = (description, webKey)
        }

        private static func changed(_ name: String, _ key: ProviderKey, _ changes: [String: String?]) -> Row {
            Row(name) { key.webKey(changes) }
        }

        static let unusable = [
            Row("RSA with 1,024 bits") { try ProviderKey(.rsa(bits: 1_024), id: "weak").webKey() },
            Row("RSA with 2,047 bits") { try ProviderKey(.rsa(bits: 2_047), id: "weak").webKey() },
            Row("P-384") { try ProviderKey(.p384, id: "p384").webKey() },
            Row("a modulus of 8,200 bits") {
                Fixture.rsa.webKey(["n": Array(repeating: UInt8(0xFF), count: 1_025).base64URL])
            },
            Row("an even modulus") {
                Fixture.rsa.webKey(["n": Array(repeating: UInt8(0xFE), count: 256).base64URL])
            },
            Row("a secret key") { #"{"kty":"oct","k":"c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0","alg":"HS256","kid":"rsa"}"# },
            changed("an exponent of 1", Fixture.rsa, ["e": "AQ"]),
            changed("an even exponent", Fixture.rsa, ["e": "AQAA"]),
            changed("no exponent", Fixture.rsa, ["e": nil]),
            changed("a modulus with padding", Fixture.rsa, ["n": "\(Fixture.rsa.members["n"] ?? "")=="]),
            changed("RSA for encryption", Fixture.rsa, ["use": "enc"]),
            changed("RS512", Fixture.rsa, ["alg": "RS512"]), changed("RSA with ES256", Fixture.rsa, ["alg": "ES256"]),
            changed("RSA with HS256", Fixture.rsa, ["alg": "HS256"]),
            changed("a point that is not on the curve", Fixture.p256, ["y": Fixture.p256.members["x"]]),
            changed("a short coordinate", Fixture.p256, ["x": "AAAA"]),
            changed("another curve", Fixture.p256, ["crv": "secp256k1"]),
            changed("no curve", Fixture.p256, ["crv": nil]),
            changed("X25519", Fixture.ed25519, ["crv": "X25519"]),
            changed("a long Ed25519 key", Fixture.ed25519, ["x": "\(Fixture.ed25519.members["x"] ?? "")AAAA"]),
            changed("no type", Fixture.p256, ["kty": nil]), changed("an unknown type", Fixture.p256, ["kty": "AKP"]),
            Row("key_ops without verify") { withMember(#""key_ops":["sign"]"#) },
            Row("key_ops as a string") { withMember(#""key_ops":"verify""#) },
            Row("use as an array") { withMember(#""use":["sig"]"#) },
            Row("kid as a number") { withMember(#""kid":1"#) },
            Row("alg as a number") { withMember(#""alg":1"#) },
            changed("Ed25519 with Ed448", Fixture.ed25519, ["alg": "Ed448"]),
            changed("P-256 with Ed25519", Fixture.p256, ["alg": "Ed25519"]),
            Row("not an object") { "1" },
        ]

        /// Ed25519 keys of small order, by their y coordinate: of order 1, 2, 4, 8 and 8; then 0 and 1 plus the prime.
        static let smallOrders = [
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ].flatMap { digits in
            [UInt8(0), 0x80].map { sign in
                Row("\(digits) with the sign \(sign)") {
                    var point = stride(from: 0, to: 64, by: 2).compactMap {
                        UInt8(digits.dropFirst($0).prefix(2), radix: 16)
                    }
                    point[31] |= sign
                    return Fixture.ed25519.webKey(["x": point.base64URL])
                }
            }
        }

        static let usable = [
            changed("for signatures", Fixture.p256, ["use": "sig", "alg": "ES256"]),
            Row("for verification") { withMember(#""key_ops":["sign","verify"]"#) },
            changed("without kid", Fixture.p256, ["kid": nil]),
            changed("with a private part", Fixture.p256, ["d": "AAAA"]),
            Row("unknown members") { withMember(#""x5c":[1],"future":{"a":null}"#) },
        ]

        /// The P-256 key with a further member.
        private static func withMember(_ member: String) -> String {
            "{\(member),\(Fixture.p256.webKey(member.hasPrefix("\"kid\"") ? ["kid": nil] : [:]).dropFirst())"
        }
    }

    /// For such a key, one signature would fit many messages or all.
    @Test(arguments: Row.smallOrders)
    func ed25519KeyOfSmallOrderIsIgnored(_ row: Row) async throws { try await unusableKeyIsIgnored(row) }

    @Test(arguments: Row.unusable)
    func unusableKeyIsIgnored(_ row: Row) async throws {
        let alone = try Fixture([row.webKey()])
        let error = await #expect(throws: CommandError.self) { try await alone.userTokens() }
        #expect(error?.message.contains("it has no key that can verify tokens") == true)
        let beside = try await Fixture([row.webKey(), Fixture.foreign.webKey()]).userTokens()
        _ = try await beside.verify(try Fixture.foreign.token(claims: Fixture.claims()))
    }

    @Test(arguments: Row.usable)
    func usableKeyVerifies(_ row: Row) async throws {
        let tokens = try await Fixture([row.webKey()]).userTokens()
        _ = try await tokens.verify(try Fixture.p256.token(claims: Fixture.claims(), header: #"{"alg":"ES256"}"#))
    }

    /// Some providers write numbers with leading zeros.
    @Test func leadingZerosOfModulusAreIgnored() async throws {
        let modulus = try #require(Fixture.rsa.members["n"])
        let bytes = try #require(Base64URL.decode(modulus.utf8))
        let tokens = try await Fixture([Fixture.rsa.webKey(["n": ([0] + bytes).base64URL])]).userTokens()
        _ = try await tokens.verify(try Fixture.rsa.token(claims: Fixture.claims()))
    }

    @Test func keyVerifiesOnlyTokensOfItsAlgorithm() async throws {
        let tokens = try await Fixture([Fixture.rsa.webKey(["alg": "PS256"])]).userTokens()
        _ = try await tokens.verify(try Fixture.rsa.token(claims: Fixture.claims(), algorithm: "PS256"))
        let other = try Fixture.rsa.token(claims: Fixture.claims(), algorithm: "RS256")
        await #expect(throws: Problem.invalidToken("`alg` is not the algorithm of the token's key.")) {
            try await tokens.verify(other)
        }
        #expect(tokens.signatureChecks == 1)
    }

    /// RFC 9864 gives EdDSA with Ed25519 a second name. The key and its token may use different ones.
    @Test(arguments: ["EdDSA", "Ed25519"], ["EdDSA", "Ed25519"])
    func ed25519KeyVerifiesTokensOfBothNames(key: String, token: String) async throws {
        let tokens = try await Fixture([Fixture.ed25519.webKey(["alg": key])]).userTokens()
        _ = try await tokens.verify(try Fixture.ed25519.token(claims: Fixture.claims(), algorithm: token))
    }

    @Test func tokenWithoutKidNeedsOneFittingKey() async throws {
        let token = try Fixture.p256.token(claims: Fixture.claims(), header: #"{"alg":"ES256"}"#)
        let keys = [Fixture.rsa, Fixture.p256, Fixture.foreign]
        let tokens = try await Fixture(keys.map { $0.webKey() }).userTokens()
        await #expect(throws: Problem.invalidToken("Several keys fit the token. It needs a `kid`.")) {
            try await tokens.verify(token)
        }
        #expect(tokens.signatureChecks == 0)
    }

    /// RFC 7517, section 4.5: keys of different types may have the same `kid`.
    @Test func keysWithTheSameKidAreDistinguishedByAlgorithm() async throws {
        let keys = [Fixture.rsa, Fixture.p256].map { $0.webKey(["kid": "2026"]) }
        let tokens = try await Fixture(keys + [keys[1]]).userTokens()
        for (key, algorithm) in [(Fixture.rsa, "RS256"), (Fixture.p256, "ES256")] {
            let header = #"{"alg":"\#(algorithm)","kid":"2026"}"#
            _ = try await tokens.verify(try key.token(claims: Fixture.claims(), header: header))
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#, "{\"keys\":[]", "-----BEGIN PUBLIC KEY-----",
    ])
    func textThatIsNotAKeySetIsRefused(_ text: String) async throws {
        let fixture = try Fixture()
        try fixture.write(text: text)
        let error = await #expect(throws: CommandError.self) { try await fixture.userTokens() }
        #expect(error?.exitCode == .failure)
        #expect(error?.message.contains("\(fixture.file.path) cannot be used: it is not a JSON Web Key Set") == true)
    }

    @Test func keysAreBounded() async throws {
        func keys(_ count: Int) -> [String] { Array(repeating: "{}", count: count - 1) + [Fixture.p256.webKey()] }
        _ = try await Fixture(keys(256)).userTokens()
        let fixture = try Fixture(keys(257))
        let error = await #expect(throws: CommandError.self) { try await fixture.userTokens() }
        #expect(error?.message.hasSuffix("cannot be used: it has more than 256 keys.") == true)
    }

    @Test(arguments: [
        ("/dev/zero", "it is larger than 1 MiB"), ("/nowhere/keys.json", "No such file or directory"),
        ("/", "Is a directory"),
    ])
    func fileThatCannotBeReadIsRefused(path: String, reason: String) async throws {
        let fixture = try Fixture()
        let error = await #expect(throws: CommandError.self) { try await fixture.userTokens(.file(path)) }
        #expect(error?.exitCode == .failure)
        #expect(error?.message == "--jwt-keys \(path) cannot be used: \(reason).")
    }
}
