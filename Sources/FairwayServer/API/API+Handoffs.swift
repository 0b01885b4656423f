import Fairway
import FairwayHTTP
import FairwayWire

/// Going on with a session on another device.
extension API {
    func addHandoffRoutes(to router: inout Router<Operation>) {
        router.on(
            .post,
            "/v1/sessions/{session}/handoff",
            description: Operation("A code with which another device can take over.", "Handoff", .session)
                .answers(201, "The code, good once and for five minutes.", WireSchema.handoff.reference)
                .refuses(.malformedRequest, .sessionOver)
        ) { (request, exchange, session: String) in
            answer(request, exchange) {
                let caller = try caller(request)
                // A code is no change of the session: one too many is never used, and ends by itself.
                _ = try request.idempotencyKey(atLeast: 1)
                let handoff = try await engine.makeHandoff(session, by: caller)
                return try .json(Handoff(code: handoff.code, expiresAt: handoff.expiresAt), status: 201)
            }
        }
        router.on(
            .post,
            "/v1/handoffs",
            description: Operation("Takes over a session with a code.", "Handoff")
                .takes(TakeBody.self)
                .reads(.longIdempotencyKey)
                .answers(
                    200,
                    "The state, with a new token.",
                    WireSchema.state.reference,
                    headers: .entityTag,
                    .idempotencyReplayed
                )
                .refuses(.invalidInput, .noSuchHandoff, .incompatibleFlow)
                .runsFlow()
        ) { request, exchange in
            answer(request, exchange) { try await takeOver(request) }
        }
    }

    private struct TakeBody: Decodable {
        var code: String
        var device: Device?
    }

    /// The part of a `TakeBody` that describes no device.
    private struct CodeBody: Decodable {
        var code: String
    }

    private func takeOver(_ request: Request) async throws -> Response {
        let identity = try identity(request)
        let key = try request.requestKey(atLeast: 16)
        // Alone first, since a code that is none is refused as malformed, and a device that is none as invalid input.
        _ = try request.decodeBody(CodeBody.self)
        let body: TakeBody
        do {
            body = try request.decodeBody(TakeBody.self, wrongValue: .invalidInput)
        } catch let problem where problem.code.status == 422 {
            return respond(await engine.refuseCreation(problem, key: key, identity: identity), to: request)
        }
        return respond(
            await engine.takeHandoff(body.code, device: body.device, key: key, identity: identity),
            to: request
        )
    }
}
