import Fairway
import FairwayHTTP
import FairwayWire

/// Handoff of a session to another device.
extension API {
    func addHandoffRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .post,
            "/v1/sessions/{session}/handoff",
            description: APIOperation("Creates a code for continuing on another device.", "Handoff", .session)
                .explained(
                    "Show the code, or a link with it, on this device, and send it with `POST /v1/handoffs` from the other one."
                )
                .answers(201, "The code. It can be used once, within five minutes.", WireSchema.handoff.reference)
                .refuses(.malformedRequest, .sessionOver)
        ) { (request, exchange, session: String) in
            answer(request, exchange) {
                let caller = try await caller(request)
                // A repeat creates another code. The key is therefore validated, but no reply is stored under it.
                _ = try request.idempotencyKey(atLeast: 1)
                let handoff = try await engine.makeHandoff(session, by: caller)
                var response = try Response.json(Handoff(code: handoff.code, expiresAt: handoff.expiresAt), status: 201)
                response.subject = engine.subject(of: session)
                return response
            }
        }
        router.on(
            .post,
            "/v1/handoffs",
            description: APIOperation("Takes over a session with a code.", "Handoff", .anyone)
                .explained(
                    "The device that had the session gets `superseded` for its next call. The code of a return link is sent here as well."
                )
                .takes(TakeBody.self)
                .reads(.longIdempotencyKey)
                .reads(.acceptLanguage)
                .answers(
                    200,
                    "The state, with a new token. There is none if user tokens open the session.",
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

    private struct TakeBody: Decodable, DescribedType {
        var code: String
        var device: Device?

        static let described = TypeDescription(
            "The code of a handoff or of a return link.",
            .init("code", "The code, which can be used once.", "K7QX2M4P9TRW"),
            .init("device", "The device that takes the session over.")
        )
    }

    /// A `TakeBody` without the device.
    private struct CodeBody: Decodable {
        var code: String
    }

    private func takeOver(_ request: Request) async throws -> Response {
        let requester = try await requester(request)
        let key = try request.requestKey(atLeast: 16)
        // Decoded first, because an invalid code is a malformed request, but an invalid device is invalid input.
        _ = try request.decodeBody(CodeBody.self)
        let body: TakeBody
        do {
            body = try takeBody(request)
        } catch let problem where problem.code.status == 422 {
            let id = request.id.description
            let answer = await engine.refuseCreation(problem, of: "device", key: key, by: requester, request: id)
            return respond(answer, to: request)
        }
        return respond(
            await engine.takeHandoff(
                body.code,
                device: body.device,
                key: key,
                by: requester,
                request: request.id.description
            ),
            to: request
        )
    }

    private func takeBody(_ request: Request) throws(Problem) -> TakeBody {
        var body = try request.decodeBody(TakeBody.self, wrongValue: .invalidInput)
        body.device = body.device.map { localized($0, for: request) }
        return body
    }
}
