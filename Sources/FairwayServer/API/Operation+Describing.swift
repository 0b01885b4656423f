import Fairway
import FairwayWire

/// Saying what a call takes and gives, one line for each thing.
extension Operation {
    /// It takes a JSON body of that type.
    func takes<Value: Decodable>(_ type: Value.Type) -> Operation {
        let schema = JSONSchema.of(type)
        return takes(schema, isRequired: schema["required"] != nil)
    }

    /// It takes a JSON body of that schema.
    func takes(_ schema: JSONObject, isRequired: Bool) -> Operation {
        var described = self
        described.body = Body(schema: schema, isRequired: isRequired)
        return described.refuses(.malformedRequest, .invalidJSON, .jsonTooDeep, .bodyTooLarge, .unsupportedMediaType)
    }

    /// It reads a header field.
    func reads(_ header: RequestHeader) -> Operation {
        adding(Parameter(name: header.name, place: .header, about: header.about, schema: header.schema))
    }

    /// It reads a part of the query.
    func reads(query name: String, _ about: String, _ schema: JSONObject = ["type": "string"]) -> Operation {
        adding(Parameter(name: name, place: .query, about: about, schema: schema))
    }

    /// It answers without a body.
    func answers(_ status: Int, _ about: String, headers: ReplyHeader...) -> Operation {
        adding(Reply(status: status, about: about, headers: headers))
    }

    /// It answers with a JSON body.
    func answers(_ status: Int, _ about: String, _ schema: JSONObject, headers: ReplyHeader...) -> Operation {
        adding(Reply(status: status, about: about, content: [("application/json", schema)], headers: headers))
    }

    /// It answers with a body of a type that can be read back, too.
    func answers<Value: Decodable>(
        _ status: Int,
        _ about: String,
        _ type: Value.Type,
        headers: ReplyHeader...
    ) -> Operation {
        let schema = JSONSchema.of(type)
        return adding(Reply(status: status, about: about, content: [("application/json", schema)], headers: headers))
    }

    /// It answers with a body of another media type; beside an answer of the same status, which form it has depends on
    /// what the client accepts.
    func answers(_ status: Int, _ about: String, as mediaType: String) -> Operation {
        adding(Reply(status: status, about: about, content: [(mediaType, ["type": "string"])]))
    }

    /// It answers with these codes when not all is well.
    func refuses(_ codes: ProblemCode...) -> Operation {
        var described = self
        described.problems += codes
        return described
    }

    /// It changes a session: the guards apply, a flow's code runs, and the state comes back.
    func changesSession() -> Operation {
        changesSession(answering: 200, "The state after the change.", WireSchema.state.reference)
    }

    /// It changes a session: the guards apply, a flow's code runs.
    func changesSession(answering status: Int, _ about: String, _ schema: JSONObject?) -> Operation {
        let reply = Reply(
            status: status,
            about: about,
            content: schema.map { [("application/json", $0)] } ?? [],
            headers: schema == nil ? [] : [.entityTag, .idempotencyReplayed]
        )
        var described = adding(reply)
        described.attachesState = true
        return described.reads(.ifMatch).reads(.idempotencyKey).runsFlow()
            .refuses(.malformedRequest, .noSuchSession, .incompatibleFlow, .sessionOver, .revisionMismatch)
    }

    /// A flow's code runs, which may refuse, fail or take too long.
    func runsFlow() -> Operation {
        refuses(
            .rejected,
            .cannotGoBack,
            .noNextScreen,
            .unsupportedScreen,
            .idempotencyKeyReused,
            .tooManyRequests,
            .flowFailed,
            .flowTimeout,
            .storeUnavailable,
            .overloaded
        )
    }

    private func adding(_ parameter: Parameter) -> Operation {
        var described = self
        described.parameters.append(parameter)
        return described
    }

    private func adding(_ reply: Reply) -> Operation {
        var described = self
        if let index = replies.firstIndex(where: { $0.status == reply.status }) {
            described.replies[index].content += reply.content
        } else {
            described.replies.append(reply)
        }
        return described
    }
}
