import Testing

extension StartedSession {
    /// A booking at the payment screen.
    static func atTheFerrysTill(on server: RunningServer) async throws -> StartedSession {
        let session = try await StartedSession("BookFerry", on: server)
        for (action, params) in booking {
            let reply = try await session.send("POST", "/actions", #"{"action":"\#(action)","params":\#(params)}"#)
            try #require(reply.status == 200, "\(action): \(String(decoding: reply.body, as: UTF8.self))")
        }
        return session
    }

    private static let booking = [
        ("searchButtonPressed", #"{"from":"kiel","to":"oslo","date":"2090-06-01"}"#),
        ("didSelectSailing", #"{"id":"kiel-oslo-2090-06-01-840"}"#), ("addButtonPressed", "{}"),
        ("saveButtonPressed", #"{"name":"Ada","age":36}"#), ("continueButtonPressed", "{}"),
        ("didSelectCabin", #"{"number":"202"}"#), ("chooseButtonPressed", "{}"), ("createAccountButtonPressed", "{}"),
        ("goToAccountDetailsButtonPressed", "{}"), ("goToFirstButtonPressed", "{}"), ("continueButtonPressed", "{}"),
    ]
}
