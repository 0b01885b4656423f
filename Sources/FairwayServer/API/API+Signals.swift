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
                    "For systems with the role `signal`, such as a payment provider's adapter. Name the session by the key that "
                        + "its flow has bound, by its id, or by its user. Repeat the call with the same `id` until it is answered."
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
        try await audit(request, exchange, by: sender, about: AuditSubject(session: body.session, user: body.user))
        let caller = Caller(.operator, request: request.id.description)
        return try Response(await engine.signal(sent, by: caller), engine)
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

    struct Start: Decodable, DescribedType {
        var flow: String
        var input: RawJSON?

        static let described = TypeDescription(
            "The session to start if none has the key.",
            .init("flow", "The root flow. The app allows it for keys of this name.", "Claim"),
            .init("input", "The flow's input, if it declares one.", ["number": "C-1"])
        )
    }

    static let described = TypeDescription(
        "A signal and the session that gets it: exactly one of `key`, `session` and `user`.",
        example: [
            "signal": "PaymentConfirmed", "params": ["reference": "R-1"], "key": ["name": "order", "value": "345"],
            "id": "evt_1",
        ],
        .init("signal", "The signal's name.", "PaymentConfirmed"),
        .init("params", "The signal's properties.", ["reference": "R-1"]),
        .init("id", "The sender's id of the event, 1 to 255 visible ASCII characters.", "evt_1"),
        .init("key", "The key of the session."),
        .init("session", "The session's id.", "01kaxvsmd4crnqn3zt2e82sjm0"),
        .init("user", "The user, whose newest active session with a route for the signal gets it.", "ada"),
        .init("start", "Beside `key`: the session to start if none has the key.")
    )

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

/// The reply to `POST /v1/signals`.
private struct SignalDeliveryDocument: Codable, DescribedType {
    var status: String
    var session: String?
    var revision: Int?

    static let described = TypeDescription(
        "What happened to the signal.",
        .init("status", "`delivered`, `duplicate`, `started` or `waiting`.", "delivered"),
        .init("session", "The session. Absent while none has the key.", "01kaxvsmd4crnqn3zt2e82sjm0"),
        .init("revision", "The session's revision after the signal. Absent while the signal waits.", 7)
    )
}

extension Response {
    /// A delivery. It has no state, because its sender is not the session's client.
    fileprivate init(_ delivery: SignalDelivery, _ engine: Engine) throws {
        let document = SignalDeliveryDocument(
            status: delivery.status.rawValue,
            session: delivery.session,
            revision: delivery.revision
        )
        let status: Status =
            switch delivery.status {
            case .delivered, .duplicate: 200
            case .started: 201
            case .waiting: 202
            }
        self = try .json(document, status: status)
        subject = delivery.session.map(engine.subject(of:))
        if delivery.status == .started, let session = delivery.session {
            headers.add("Location", "/v1/sessions/\(session)")
        }
    }
}
