import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwayServer

/// The link with which `serve` signs in one browser.
struct SignInLinkTests {
    @Test func codeIsExchangedOnceForAnOperatorsToken() async throws {
        let harbour = try await ServedHarbour()
        let code = harbour.operatorAccess.makeLinkCode()
        let reply = try await signIn(with: code, on: harbour)
        #expect(reply.status == 200)
        let token = try #require(try JSON.decode(JSONValue.self, from: reply.body)["token"]?.string)
        #expect(token != ServedHarbour.operatorToken)
        #expect(try await harbour.send(.get, "/v1/admin/summary", token: token).status == 200)
        #expect(try await harbour.send(.get, "/v1/admin/summary").status == 200, "the server's token stays valid")
        #expect(try await signIn(with: code, on: harbour).status == 403)
        #expect(try await harbour.send(.get, "/v1/admin/summary", token: code).status == 403)
        #expect(harbour.log.allSatisfy { !$0.contains(code) && !$0.contains(token) })
    }

    @Test(arguments: [(599.0, 200), (600.0, 403)])
    func codeExpires(after seconds: Double, status: Int) async throws {
        let harbour = try await ServedHarbour()
        let code = harbour.operatorAccess.makeLinkCode()
        harbour.clock.advance(by: seconds)
        #expect(try await signIn(with: code, on: harbour).status == status)
    }

    @Test func signInIsInTheAudit() async throws {
        let harbour = try await ServedHarbour()
        let code = harbour.operatorAccess.makeLinkCode()
        #expect(try await signIn(with: "guessed", on: harbour).status == 403)
        #expect(try await harbour.store.audit(AuditQuery()).rows == [])
        #expect(try await signIn(with: code, on: harbour).status == 200)
        #expect(try await signIn(with: code, on: harbour).status == 403)
        let entries = try await harbour.store.audit(AuditQuery()).rows
        #expect(entries.map(\.call) == ["POST /v1/admin/sign-in"])
        #expect(entries.map(\.operator) == ["admin"])
    }

    @Test func linkStaysValidIfTheAuditCannotBeWritten() async throws {
        let harbour = try await ServedHarbour()
        let code = harbour.operatorAccess.makeLinkCode()
        harbour.store.isUnavailable = true
        #expect(try await signIn(with: code, on: harbour).status == 503)
        harbour.store.isUnavailable = false
        #expect(try await signIn(with: code, on: harbour).status == 200)
    }

    @Test func laterLinkReplacesTheEarlierOne() async throws {
        let harbour = try await ServedHarbour()
        let codes = [harbour.operatorAccess.makeLinkCode(), harbour.operatorAccess.makeLinkCode()]
        #expect(try await signIn(with: codes[0], on: harbour).status == 403)
        #expect(try await signIn(with: codes[1], on: harbour).status == 200)
    }

    @Test(arguments: [(#"{"code":"guessed"}"#, 403), (#"{"code":""}"#, 403), ("{}", 400)])
    func guessIsRefusedAndLeavesTheLink(body: String, status: Int) async throws {
        let harbour = try await ServedHarbour()
        #expect(try await harbour.send(.post, "/v1/admin/sign-in", body, token: "").status == status)
        let code = harbour.operatorAccess.makeLinkCode()
        #expect(try await harbour.send(.post, "/v1/admin/sign-in", body, token: "").status == status)
        #expect(try await signIn(with: code, on: harbour).status == 200)
    }

    private func signIn(with code: String, on harbour: ServedHarbour) async throws -> HarbourReply {
        try await harbour.send(.post, "/v1/admin/sign-in", #"{"code":"\#(code)"}"#, token: "")
    }
}
