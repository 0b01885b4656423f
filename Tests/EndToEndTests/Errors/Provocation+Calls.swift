import FairwayWire
import Foundation

extension Provocation {
    /// Calls to an existing session that are refused: by the engine, by a flow, or because a precondition fails. Each
    /// answer contains the state.
    static let refusals: [Provocation] = [
        Provocation(.staleScreen, in: "Tutorial") {
            try await $0.send("POST", "/actions", #"{"action":"nextToPage2ButtonPressed","screen":"s9"}"#)
        },
        Provocation(.cannotGoBack, in: "Home") { try await $0.send("POST", "/back") },
        Provocation(.noNextScreen, in: "Automatic") { session in
            _ = try await session.act("startButtonPressed")
            for _ in 0..<2 { _ = try await session.act("nextButtonPressed") }
            return try await session.act("nextButtonPressed")
        },
        Provocation(.sessionOver, in: "Counter") { session in
            _ = try await session.send("DELETE", "")
            return try await session.act("incrementButtonPressed")
        },
        Provocation(.revisionMismatch, in: "Counter") {
            try await $0.act("incrementButtonPressed", headers: ["If-Match": "\"7\""])
        },
        Provocation(.invalidParams, in: "EditProfile") {
            try await $0.send(
                "POST",
                "/actions",
                #"{"action":"saveButtonPressed","params":{"name":1,"email":"a@example.org"}}"#
            )
        },
        Provocation(.noSuchAction, in: "Counter") { try await $0.act("decrementButtonPressed") },
        Provocation(.rejected, in: "Transfer") {
            try await $0.send(
                "POST",
                "/actions",
                #"{"action":"continueButtonPressed","params":{"to":"Grace","amount":2000}}"#
            )
        },
        Provocation(.idempotencyKeyReused, in: "Counter") { session in
            _ = try await session.act("incrementButtonPressed", headers: ["Idempotency-Key": "k"])
            return try await session.act("pushButtonPressed", headers: ["Idempotency-Key": "k"])
        },
        Provocation(.unsupportedScreen, in: "Tutorial") { session in
            _ = try await session.send("PUT", "/device", #"{"screens":{"Tutorial.Page1":1}}"#)
            return try await session.act("nextToPage2ButtonPressed")
        },
        Provocation(.stateTooLarge, in: "Counter") { session in
            let draft = "\"\(String(repeating: "x", count: 16_000))\""
            // An action ends the draft of its screen.
            for _ in 1...16 { _ = try await session.act("pushButtonPressed") }
            for screen in 1...16 { _ = try await session.send("PUT", "/screens/s\(screen)/draft", draft) }
            return try await session.send("PUT", "/screens/s17/draft", draft)
        },
        Provocation(.unhandledSignal, in: "Counter") { session in
            let operating = session.client.as(RunningServer.operatorToken)
            return try await operating.send("POST", "/v1/sessions/\(session.id)/signals", #"{"signal":"Rain"}"#)
        },
    ]

    /// Invalid requests, and requests for missing things.
    static let mistakes: [Provocation] = [
        Provocation(.malformedRequest, "POST", "/v1/sessions", headers: ["Idempotency-Key": "too-short"]),
        Provocation(.malformedRequest, in: "Counter") { try await $0.send("POST", "/actions", "{}") },
        Provocation(.malformedRequest, in: "Counter") {
            try await $0.act("incrementButtonPressed", headers: ["Idempotency-Key": ""])
        },
        Provocation(.invalidJSON, "POST", "/v1/sessions", #"{"flow": Tutorial}"#),
        Provocation(
            .jsonTooDeep,
            "POST",
            "/v1/sessions",
            String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        ),
        Provocation(.missingToken, in: "Counter") { session in
            try await session.client.as(nil).send("GET", "/v1/sessions/\(session.id)")
        },
        Provocation(.invalidToken, in: "Counter") { try await $0.send("PUT", "/user", #"{"token":"guessed"}"#) },
        Provocation(.signInRequired, "GET", "/v1/sessions"),
        Provocation(.superseded, in: "Counter") { session in
            let handoff = try JSON.decode(Handoff.self, from: try await session.send("POST", "/handoff").body)
            _ = try await session.client.as(nil).send("POST", "/v1/handoffs", #"{"code":"\#(handoff.code)"}"#)
            return try await session.send("GET", "")
        },
        Provocation(.forbidden, "GET", "/v1/admin/flows", token: "guessed"),
        Provocation(.noSuchRoute, "GET", "/v1/nowhere"),
        Provocation(.invalidToken, "POST", "/v1/sessions", token: "guessed"),
        Provocation(.noSuchSession, "GET", "/v1/sessions/nobody", token: Client.unknownToken),
        Provocation(.noSuchSession, in: "Counter") { session in
            try await session.client.as(Client.unknownToken).send("GET", "/v1/sessions/\(session.id)")
        },
        Provocation(.noSuchFlow, "POST", "/v1/sessions", #"{"flow":"Nothing"}"#),
        Provocation(.noSuchLink, "POST", "/v1/sessions", #"{"link":"/planets/pluto"}"#),
        Provocation(.noSuchLink, in: "Home") { try await $0.send("POST", "/links", #"{"link":"/nowhere"}"#) },
        Provocation(.noSuchScreen, in: "Counter") { try await $0.send("POST", "/back", #"{"to":"s9"}"#) },
        Provocation(.noSuchScreen, in: "Counter") { try await $0.send("PUT", "/screens/s9/draft", "{}") },
        Provocation(.noSuchTab, in: "Counter") { try await $0.send("POST", "/select", #"{"tab":"profile"}"#) },
        Provocation(.noSuchHandoff, "POST", "/v1/handoffs", #"{"code":"guessed"}"#),
        Provocation(.noSuchWork, in: "Counter") { session in
            let operating = session.client.as(RunningServer.operatorToken)
            return try await operating.send("POST", "/v1/admin/jobs/\(session.id)/j9/retry")
        },
        Provocation(.noSuchWork, in: "Counter") { session in
            let operating = session.client.as(RunningServer.operatorToken)
            return try await operating.send("DELETE", "/v1/admin/jobs/\(session.id)/j9")
        },
        Provocation(.noSuchState, in: "Counter") { session in
            let operating = session.client.as(RunningServer.operatorToken)
            return try await operating.send("GET", "/v1/admin/sessions/\(session.id)/states/9")
        },
        Provocation(.noSuchBatch, "GET", "/v1/admin/batches/none", token: RunningServer.operatorToken),
        Provocation(.noSuchBatch, "DELETE", "/v1/admin/batches/none", token: RunningServer.operatorToken),
        Provocation(.noSuchProblem, "GET", "/v1/admin/problems/none", token: RunningServer.operatorToken),
        Provocation(
            .noSuchWebhook,
            "POST",
            "/v1/admin/webhooks/none/redeliver",
            #"{"after":"0"}"#,
            token: RunningServer.operatorToken
        ),
        Provocation(.eventsGone, "GET", "/v1/admin/events?after=1f-7", token: RunningServer.operatorToken),
        Provocation(
            .noSuchWebhook,
            "POST",
            "/v1/admin/webhooks/none/redeliver",
            #"{"after":"0"}"#,
            token: RunningServer.operatorToken
        ),
        Provocation(.bodyTooLarge, "POST", "/v1/sessions", String(repeating: " ", count: 64 * 1024 + 1)),
        Provocation(.bodyTooLarge, in: "Counter") {
            try await $0.send("PUT", "/screens/s1/draft", "\"\(String(repeating: "x", count: 16 * 1024))\"")
        },
        Provocation(.unsupportedMediaType, "POST", "/v1/sessions", "<p>", headers: ["Content-Type": "text/html"]),
        Provocation(.invalidInput, "POST", "/v1/sessions", #"{"flow":"Parameters","input":{"second":"two"}}"#),
        Provocation(.unsupportedScreen, "POST", "/v1/sessions", #"{"flow":"Tutorial","device":{"screens":{}}}"#),
        Provocation("method-not-allowed", 405) { try await Client($0).send("PATCH", "/v1/sessions") },
    ]

    /// Requests that must be written as raw bytes.
    static let transgressions: [Provocation] = [
        Provocation(
            "uri-too-long",
            414,
            sending: "GET /\(String(repeating: "x", count: 8_193)) HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        Provocation(
            "headers-too-large",
            431,
            sending: "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 16_385))\r\n\r\n"
        ),
        Provocation("not-implemented", 501, sending: "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Provocation("http-version", 505, sending: "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        Provocation("http-version", 426, sending: "GET / HTTP/0.9\r\nHost: a\r\n\r\n"),
        // The head must arrive within ten seconds.
        Provocation("request-timeout", 408, sending: "GET / HTTP/1.1\r\nHost: a\r\n"),
    ]

    /// Flows that fail or are slow, and errors that need a server in a special state.
    static let failures: [Provocation] = [
        Provocation(.flowFailed, in: "Counter") { try await $0.act("failButtonPressed") },
        // A handler times out after ten seconds.
        Provocation(.flowTimeout, in: "Counter") {
            try await $0.send("POST", "/actions", #"{"action":"slowButtonPressed","params":{"milliseconds":60000}}"#)
        },
        Provocation("misdirected-request", 421) { _ in
            let connection = try RawConnection(try await RunningServer("--allow-hosts", "app.example.org"))
            connection.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            return try await connection.reply()
        },
        Provocation("too-many-requests", 429, fillMailbox),
        Provocation("overloaded", 503, fill),
        Provocation("shutting-down", 503, end),
        Provocation("store-unavailable", 503, loseStore),
        Provocation("step-unavailable", 503, attachesState: true, trap),
        Provocation("incompatible-flow", 409, strand),
    ]
}
