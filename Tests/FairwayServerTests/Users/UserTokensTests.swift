import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Foundation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

/// When the key set is read, and the effects of a change.
@Suite(.waiting)
struct UserTokensTests {
    private typealias Fixture = TokenFixture

    @Test func keysAreReadEveryTenMinutes() async throws {
        let fixture = try Fixture([Fixture.p256.webKey()])
        let tokens = try await fixture.userTokens()
        tokens.readRegularly()
        let exp = ["exp": "1800000000"]
        let (old, new) = (try Fixture.token(exp), try Fixture.ed25519.token(claims: Fixture.claims(exp)))
        _ = try await tokens.verify(old)
        try fixture.write([Fixture.ed25519.webKey()])
        await fixture.clock.waiting(1)
        fixture.clock.advance(by: 599)
        _ = try await tokens.verify(old)
        fixture.clock.advance(by: 1)
        // The next reading is scheduled after this one.
        await fixture.clock.waiting(1)
        #expect(fixture.log.map { $0.contains("info user keys changed count=1") } == [true])
        let checks = tokens.signatureChecks
        await #expect(throws: Problem.self) { try await tokens.verify(old) }
        #expect(tokens.signatureChecks == checks)
        _ = try await tokens.verify(new)
    }

    @Test func unchangedKeysKeepVerifiedTokens() async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens()
        tokens.readRegularly()
        let token = try Fixture.token(["exp": "1800000000"])
        _ = try await tokens.verify(token)
        try fixture.write(Fixture.keys.reversed().map { $0.webKey() })
        await fixture.clock.waiting(1)
        fixture.clock.advance(by: 600)
        await fixture.clock.waiting(1)
        _ = try await tokens.verify(token)
        #expect(tokens.signatureChecks == 1)
        #expect(fixture.log == [])
    }

    /// The same key under another `kid`, algorithm or use is another key.
    @Test(arguments: [["kid": "renamed"], ["use": "enc"], ["alg": "RS256"]])
    func changedKeyVerifiesNoTokenOfBefore(_ changes: [String: String]) async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens()
        let token = try Fixture.token()
        _ = try await tokens.verify(token)
        try fixture.write([Fixture.p256.webKey(changes), Fixture.foreign.webKey()])
        _ = try await tokens.verify(try Fixture.foreign.token(claims: Fixture.claims()))
        let problem = await #expect(throws: Problem.self) { try await tokens.verify(token) }
        #expect(problem?.code == .invalidToken)
    }

    @Test func unknownKidReadsKeysOnceAMinute() async throws {
        let fixture = try Fixture([Fixture.p256.webKey()])
        let tokens = try await fixture.userTokens()
        let token = try Fixture.foreign.token(claims: Fixture.claims())
        let rotated = [Fixture.foreign.webKey()]
        await #expect(throws: Problem.self) { try await tokens.verify(token) }
        try fixture.write(rotated)
        fixture.clock.advance(by: 59)
        await #expect(throws: Problem.self) { try await tokens.verify(token) }
        fixture.clock.advance(by: 1)
        #expect(try await tokens.verify(token).user.id == "ada")
        // The old key has left the set.
        await #expect(throws: Problem.self) { try await tokens.verify(try Fixture.token()) }
    }

    @Test func tokenThatIsInvalidAnywayReadsNoKeys() async throws {
        let fixture = try Fixture([Fixture.p256.webKey()])
        let tokens = try await fixture.userTokens()
        try fixture.write([Fixture.foreign.webKey()])
        let expired = try Fixture.foreign.token(claims: Fixture.claims(["exp": "0"]))
        await #expect(throws: Problem.self) { try await tokens.verify(expired) }
        _ = try await tokens.verify(try Fixture.token())
    }

    @Test(arguments: ["", #"{"keys":1}"#])
    func failedReadingKeepsKeys(_ text: String) async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens()
        try fixture.write(text: text)
        let foreign = try Fixture.foreign.token(claims: Fixture.claims())
        await #expect(throws: Problem.self) { try await tokens.verify(foreign) }
        _ = try await tokens.verify(try Fixture.token())
        #expect(fixture.log.count == 1)
        #expect(fixture.log[0].contains("warning reading user keys failed"))
        #expect(fixture.log[0].contains("\(fixture.file.path): it is not a JSON Web Key Set"))
    }

    /// A provider that withdraws all keys wants no token to be accepted.
    @Test func emptyKeySetVerifiesNothing() async throws {
        let fixture = try Fixture()
        let tokens = try await fixture.userTokens()
        let token = try Fixture.token()
        _ = try await tokens.verify(token)
        try fixture.write([])
        let foreign = try Fixture.foreign.token(claims: Fixture.claims())
        await #expect(throws: Problem.self) { try await tokens.verify(foreign) }
        await #expect(throws: Problem.self) { try await tokens.verify(token) }
        #expect(fixture.log.map { $0.contains("error user keys changed count=0") } == [true])
    }
}

/// A key set at a URL.
struct KeySetDownloadTests {
    private typealias Fixture = TokenFixture

    @Test func concurrentCallsShareOneReading() async throws {
        try await withProvider { provider, source in
            let tokens = try await Fixture().userTokens(source)
            provider.keys = [Fixture.foreign.webKey()]
            let claims = (0..<20).map { Fixture.claims(["sub": "\"user\($0)\""]) }
            let all = try claims.map { try Fixture.foreign.token(claims: $0) }
            try await withThrowingTaskGroup { group in
                for token in all { group.addTask { try await tokens.verify(token) } }
                try await group.waitForAll()
            }
            #expect(provider.requests == 2)
            #expect(tokens.signatureChecks == 20)
        }
    }

    @Test(arguments: [
        .text("", status: 500), .text("garbage"), .text("{\"keys\":["), Response(204), Response(404),
        Response(302, headers: ["Location": "/keys"]), Response(307, headers: ["Location": "/keys"]),
        .text(#"{"keys":[]}"# + String(repeating: " ", count: 1 << 20)),
    ])
    func providerThatIsDownKeepsKeys(_ response: Response) async throws {
        try await withProvider { provider, source in
            let fixture = try Fixture()
            let tokens = try await fixture.userTokens(source)
            provider.failure = response
            let foreign = try Fixture.foreign.token(claims: Fixture.claims())
            await #expect(throws: Problem.self) { try await tokens.verify(foreign) }
            _ = try await tokens.verify(try Fixture.token())
            #expect(provider.requests == 2)
            #expect(fixture.log.map { $0.contains("warning reading user keys failed") } == [true])
            #expect(!fixture.log[0].contains(foreign))
            (provider.failure, provider.keys) = (nil, [Fixture.foreign.webKey()])
            fixture.clock.advance(by: 60)
            _ = try await tokens.verify(foreign)
        }
    }

    /// A few compressed bytes could expand to any number.
    @Test func compressedAnswerIsRefused() async throws {
        try await withProvider { provider, source in
            let empty = "H4sIAAAAAAACA6tWyk6tLFayio6tBQDvZ4gqCwAAAA=="
            let body = Array(try #require(Data(base64Encoded: empty)))
            provider.failure = Response(200, .text, headers: ["Content-Encoding": "gzip"], body: body)
            let error = await #expect(throws: CommandError.self) { try await Fixture().userTokens(source) }
            #expect(
                error?.message.hasSuffix("cannot be used: the answer is compressed.") == true,
                "\(error?.message ?? "")"
            )
        }
    }

    @Test func providerThatIsDownAtStartIsAnError() async throws {
        let fixture = try Fixture()
        let source = try #require(KeySetSource("http://127.0.0.1:1/keys"))
        let error = await #expect(throws: CommandError.self) { try await fixture.userTokens(source) }
        #expect(error?.exitCode == .failure)
        #expect(error?.message.hasPrefix("--jwt-keys http://127.0.0.1:1/keys cannot be used: ") == true)
    }

    @Test func providerThatDoesNotAnswerIsGivenUp() async throws {
        try await withProvider { provider, source in
            let fixture = try Fixture()
            let tokens = try await fixture.userTokens(source)
            provider.isSilent = true
            let foreign = try Fixture.foreign.token(claims: Fixture.claims())
            let refused = Task { await #expect(throws: Problem.self) { try await tokens.verify(foreign) } }
            try await until { provider.requests == 2 }
            fixture.clock.advance(by: 10)
            _ = await refused.value
            #expect(fixture.log.map { $0.contains("there was no complete answer within 10 s") } == [true])
            _ = try await tokens.verify(try Fixture.token())
            provider.releaseAll()
        }
    }

    @Test(arguments: [
        "https://id.example/keys.json", "http://127.0.0.1:8080/keys?p=b2c_1_signin", "HTTPS://id.example",
        "http://[::1]/keys", "keys.json", "/etc/keys.json", "http.json",
    ])
    func placeIsFileOrURL(_ text: String) throws {
        #expect(try #require(KeySetSource(text)).description == text)
    }

    @Test(arguments: [
        "", "ftp://id.example/keys", "http://id.example/keys", "HTTP://192.168.0.1/keys", "https://",
        "https://ada:secret@id.example", "https://id.example#keys",
    ])
    func otherPlacesAreRefused(_ text: String) { #expect(KeySetSource(text) == nil) }

    private func withProvider(_ body: (Provider, KeySetSource) async throws -> Void) async throws {
        let provider = Provider()
        var router = Router<Void>()
        router.on(.get, "/keys") { _, exchange in provider.answer(exchange) }
        try await withServer(router) { server in
            let source = try #require(KeySetSource("http://127.0.0.1:\(server.address.port)/keys"))
            try await body(provider, source)
        }
    }

    /// An identity provider's server.
    private final class Provider: Sendable {
        private let state = Mutex(State())

        private struct State {
            var keys = Fixture.keys.map { $0.webKey() }
            var failure: Response?
            var isSilent = false
            var requests = 0
            var unanswered: [Exchange] = []
        }

        var keys: [String] {
            get { state.withLock(\.keys) }
            set { state.withLock { $0.keys = newValue } }
        }
        /// The answer in place of the keys.
        var failure: Response? {
            get { state.withLock(\.failure) }
            set { state.withLock { $0.failure = newValue } }
        }
        /// Whether further requests are not answered.
        var isSilent: Bool {
            get { state.withLock(\.isSilent) }
            set { state.withLock { $0.isSilent = newValue } }
        }
        var requests: Int { state.withLock(\.requests) }

        func answer(_ exchange: Exchange) {
            let response = state.withLock { state -> Response? in
                state.requests += 1
                if state.isSilent {
                    state.unanswered.append(exchange)
                    return nil
                }
                return state.failure ?? .text("{\"keys\":[\(state.keys.joined(separator: ","))]}")
            }
            if let response { exchange.respond(response) }
        }

        /// Answers the requests that were not answered, because an exchange must be.
        func releaseAll() {
            let unanswered = state.withLock { state in
                defer { state.unanswered = [] }
                return state.unanswered
            }
            for exchange in unanswered { exchange.respond(Response(503)) }
        }
    }
}
