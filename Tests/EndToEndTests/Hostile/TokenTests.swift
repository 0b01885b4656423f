import FairwayWire
import TestWaits
import Testing

/// Guessing tokens reveals nothing, and tokens cannot be planted.
@Suite(.waiting)
struct TokenTests {
    /// Unknown sessions and other users' sessions get byte-identical answers.
    @Test func guessedTokenRevealsNothing() async throws {
        let server = try await SharedServer.running()
        let session = try await StartedSession("Counter", on: server)
        let token = try #require(session.client.token)
        let unknown = String(session.id.reversed())
        let damaged = ["x", String(token.dropLast()), token + "A", String(token.dropLast()) + "!"]
        for guess in damaged + [token.lowercased(), String(token.reversed())] {
            let client = session.client.as(guess)
            for (method, call) in [("GET", ""), ("POST", "/actions"), ("POST", "/back"), ("DELETE", "")] {
                let body = method == "POST" ? #"{"action":"incrementButtonPressed"}"# : nil
                let there = try await client.send(method, "/v1/sessions/\(session.id)\(call)", body)
                let nowhere = try await client.send(method, "/v1/sessions/\(unknown)\(call)", body)
                #expect(there.status == (damaged.contains(guess) ? 401 : 404))
                #expect(there.body == nowhere.body)
                #expect(Set(there.headers.keys) == Set(nowhere.headers.keys))
            }
        }
        #expect(try await session.send("GET", "").state.revision == 1)
    }

    @Test func guessingIsRateLimited() async throws {
        let server = try await RunningServer("--rate", "1")
        let connection = try RawConnection(server)
        var statuses: [Int: Int] = [:]
        for _ in 0..<150 { connection.send("GET", "/v1/admin/flows", token: "guessed") }
        for _ in 0..<150 {
            statuses[try await connection.reply().status, default: 0] += 1
        }
        #expect(Set(statuses.keys) == [403, 429])
    }

    /// Session fixation: the server never adopts a given id or token.
    @Test func tokenAndSessionCannotBePlanted() async throws {
        let server = try await SharedServer.running()
        let chosen = Client.unknownToken
        let body = #"{"flow":"Counter","session":"\#(chosen)","token":"\#(chosen)"}"#
        let reply = try await Client(server, token: chosen).send("POST", "/v1/sessions", body)
        let state = try reply.state
        #expect(state.session != chosen)
        #expect(state.token != chosen)
        #expect(try await Client(server, token: chosen).send("GET", "/v1/sessions/\(state.session)").status == 404)
    }

    /// After a handoff the old token is useless.
    @Test func supersededTokenIsUseless() async throws {
        let server = try await SharedServer.running()
        let session = try await StartedSession("Counter", on: server)
        let code = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body).code
        #expect(try await Client(server).send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#).status == 200)
        for (method, call) in [("GET", ""), ("POST", "/actions"), ("POST", "/handoff"), ("DELETE", "")] {
            let body = method == "POST" ? #"{"action":"incrementButtonPressed"}"# : nil
            #expect(try await session.send(method, call, body).status == 401)
        }
        #expect(try await Client(server).send("POST", "/v1/handoffs", #"{"code":"\#(code)"}"#).status == 404)
    }
}
