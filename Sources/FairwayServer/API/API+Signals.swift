import Fairway
import FairwayHTTP
import FairwayWire

/// Signals from other systems to the session that a key, a user or an id names.
extension API {
    func addSignalRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .post,
            "/v1/signals",
            description: APIOperation("Sends a signal to the session that waits for it.", "Signals", .operator)
                .explained(
                    "For systems that know an order or a user, but no session. Repeat the call with the same id until it is answered."
                )
                .takes(KeyedSignalBody.self)
                .answers(
                    200,
                    "The session has handled the signal, now or in an earlier call with this id.",
                    Self.delivery
                )
                .answers(201, "The signal has started a session, which has the key.", Self.delivery, headers: .location)
                .answers(
                    202,
                    "The signal waits for a session with the key, or for the flow that handles it.",
                    Self.delivery
                )
                .refuses(.malformedRequest, .invalidParams, .unhandledSignal, .idempotencyKeyReused)
                .refuses(.noSuchSession, .noSuchFlow, .invalidInput, .sessionOver, .incompatibleFlow)
                .runsFlow()
        ) { request, exchange in
            answer(request, exchange) { try await signal(request, exchange) }
        }
    }

    private static let delivery = JSONSchema.of(SignalDeliveryDocument.self)

    private func signal(_ request: Request, _ exchange: Exchange) async throws -> Response {
        let sender = try requireOperator(request, needs: .signal)
        guard sender.sendsSignals else {
            throw Problem(
                .forbidden,
                "The role of this operator is \(sender.role.rawValue), but the call needs signal or admin.",
                members: ["needs": .string(OperatorRole.signal.rawValue)]
            )
        }
        let body = try request.decodeBody(KeyedSignalBody.self)
        guard sender.maySend(body.signal) else {
            throw Problem(.forbidden, "The list of this operator's signals does not have \(body.signal).")
        }
        let sent = try body.request
        let caller = Caller(.operator, request: request.id.description)
        try await engine.checkRoom(for: sent, by: caller)
        try await audit(request, exchange, by: sender, about: .recipient(session: body.session, user: body.user))
        let delivery = try await engine.signal(sent, by: caller)
        return try Response(delivery, about: delivery.session.map(engine.subject))
    }
}

/// The body of `POST /v1/signals`.
private struct KeyedSignalBody: Decodable, DescribedType {
    var signal: String
    var params: RawJSON?
    var id: String
    var key: SessionKey?
    var session: String?
    var user: String?
    var start: Start?

    static let described = TypeDescription(
        "A signal, and the session that it is for: one of `key`, `session` and `user`.",
        example: [
            "signal": "Paid", "id": "evt-20261126-1", "params": ["reference": "INV-7"],
            "key": ["name": "order", "value": "345"],
        ],
        .init("signal", "The signal's name.", "Paid"),
        .init("params", "The signal's properties.", ["reference": "INV-7"]),
        .init("id", "The signal's id, under which it is handled once.", "evt-20261126-1"),
        .init("key", "The key that a flow has bound."),
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("user", "The id of a user, whose newest session gets the signal.", "ada"),
        .init("start", "The flow that starts if no session has the key.")
    )

    struct Start: Decodable, DescribedType {
        var flow: String
        var input: RawJSON?

        static let described = TypeDescription(
            "The flow that a signal starts.",
            .init("flow", "The flow's name.", "Shipment"),
            .init("input", "The flow's input.", ["reference": "INV-7"])
        )
    }

    var request: SignalRequest {
        get throws(Problem) {
            let recipients = [
                key.map(SignalRecipient.key), session.map(SignalRecipient.session), user.map(SignalRecipient.user),
            ]
            let named = recipients.compactMap(\.self)
            guard named.count == 1 else {
                throw Problem(
                    .malformedRequest,
                    "A signal needs one of key, session and user, and this one has \(named.count)."
                )
            }
            return SignalRequest(
                signal,
                params: params,
                to: named[0],
                id: id,
                start: start.map { SignalRequest.Start(flow: $0.flow, input: $0.input) }
            )
        }
    }
}

/// The reply to `POST /v1/signals`. Absent members are left out.
private struct SignalDeliveryDocument: Decodable, DescribedType {
    var status: String
    var session: String?
    var revision: Int?

    static let described = TypeDescription(
        "What has become of a signal.",
        .init(
            "status",
            "Whether the signal was delivered now or before, waits, or has started a session.",
            "delivered"
        ),
        .init(
            "session",
            "The session's id; absent while the signal waits for a session.",
            "01m8kgeehg1ma8hsjwc5nwwsqq"
        ),
        .init("revision", "The revision that the signal made; absent while it waits.", 8)
    )
}

extension Response {
    /// A delivery. It has no state, because its sender is not the session's client.
    fileprivate init(_ delivery: SignalDelivery, about session: SessionSubject?) throws {
        var document: JSONObject = ["status": .string(delivery.status.rawValue)]
        if let session = delivery.session { document["session"] = .string(session) }
        if let revision = delivery.revision { document["revision"] = .number(JSONNumber(revision)) }
        let status: Status =
            switch delivery.status {
            case .delivered, .duplicate: 200
            case .started: 201
            case .waiting: 202
            }
        self = try .json(document, status: status)
        subject = session
        if delivery.status == .started, let session = delivery.session {
            headers.add("Location", "/v1/sessions/\(session)")
        }
    }
}
