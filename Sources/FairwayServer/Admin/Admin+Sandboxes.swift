import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire

/// Kept states, forks, and the work of sandboxes.
extension Admin {
    func addSandboxRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/sessions/{session}/states/{revision}",
            description: APIOperation("The state of a session at an earlier revision.", "Admin", .operator)
                .explained("The revisions that are kept are in the session's document.")
                .answers(
                    200,
                    "The state as a GET gave it then, without drafts. Sensitive values are masked.",
                    WireSchema.state.reference
                )
                .refuses(.noSuchState, .noSuchSession)
        ) { (request, exchange, session: String, revision: Int) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                .json(try await api.operators.keptDocument(session, at: revision).bytes)
            }
        }
        router.on(
            .post,
            "/v1/admin/sessions/{session}/fork",
            description: APIOperation(
                "Copies a session to a sandbox. Its timers and jobs wait for an operator.",
                "Admin",
                .operator
            )
            .explained("Walk through a user's problem without touching the user's session. Needs `--allow-forks`.")
            .takes(ForkBody.self)
            .answers(201, "The sandbox and its token. It is deleted after a day.", ForkDocument.self)
            .refuses(.noSuchState, .noSuchSession, .sessionOver, .incompatibleFlow, .tooManyRequests)
        ) { (request, exchange, session: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                guard allowsForks else {
                    throw Problem(.forbidden, "This server forks no sessions: it runs without --allow-forks.")
                }
                let body = try request.decodeBody(ForkBody.self)
                let fork = try await api.operators.fork(session, at: body.revision)
                let document = ForkDocument(
                    session: fork.session,
                    token: fork.token,
                    origin: session,
                    deletedAt: fork.endsAt
                )
                return try .json(document, status: 201)
            }
        }
        addSandboxWorkRoutes(to: &router)
    }

    private struct ForkBody: Decodable, DescribedType {
        /// A kept revision; nil for the present one.
        var revision: Int?

        static let described = TypeDescription(
            "The state that is copied.",
            .init("revision", "The revision of a kept state; by default the present one.", 6)
        )
    }
}

extension Admin {
    private func addSandboxWorkRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .post,
            "/v1/admin/jobs/{session}/{job}/complete",
            description: APIOperation("Completes a timer or job of a sandbox.", "Admin", .operator)
                .explained("The performer of the job does not run.")
                .takes(CompletionBody.self)
                .answers(204, "The flow has received the event, or the result of the job.")
                .refuses(.noSuchWork, .invalidInput, .incompatibleFlow, .overloaded)
                .runsFlow()
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                let body = try request.decodeBody(CompletionBody.self)
                let refusal = try await api.operators.completeWork(job, of: session, with: body.result)
                return refusal.map { api.respond($0, to: request) } ?? .noContent()
            }
        }
        router.on(
            .post,
            "/v1/admin/jobs/{session}/{job}/fail",
            description: APIOperation("Fails a job of a sandbox, as after its last attempt.", "Admin", .operator)
                .explained("Use it to see what users see after a failure.")
                .takes(FailureBody.self)
                .answers(204, "The flow has received the failure.")
                .refuses(.noSuchWork, .incompatibleFlow, .overloaded)
                .runsFlow()
        ) { (request, exchange, session: String, job: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                let body = try request.decodeBody(FailureBody.self)
                let refusal = try await api.operators.failWork(job, of: session, with: body.message)
                return refusal.map { api.respond($0, to: request) } ?? .noContent()
            }
        }
    }

    private struct CompletionBody: Decodable, DescribedType {
        /// The output of the job; `{}` by default. A timer has none.
        var result: RawJSON?

        static let described = TypeDescription(
            "The result of a timer or a job.",
            .init("result", "The output of the job; `{}` by default. A timer has none.", ["receipt": "R-1"])
        )
    }

    private struct FailureBody: Decodable, DescribedType {
        /// The reason, which the flow can show.
        var message: String

        static let described = TypeDescription(
            "The failure of a job.",
            .init("message", "The reason, which the flow can show.", "The card was declined.")
        )
    }
}
