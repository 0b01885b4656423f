import Fairway
import FairwayHTTP
import FairwayWire

extension ResponseHeaders {
    /// Created once, because nearly every response has these headers.
    fileprivate static let noStore: ResponseHeaders = ["Cache-Control": "no-store"]
}

extension Response {
    /// Converts an engine's answer, and adds its headers.
    init(_ answer: Answer) {
        var headers = ResponseHeaders.noStore
        if let revision = answer.revision { headers.addEntityTag(revision) }
        if answer.isReplay { headers.add("Idempotency-Replayed", "true") }
        if answer.status == 201, let session = answer.session { headers.add("Location", "/v1/sessions/\(session)") }
        if answer.status == 401 { headers.add("WWW-Authenticate", "Bearer") }
        if let seconds = answer.retryAfterSeconds { headers.add("Retry-After", "\(seconds)") }
        self.init(
            Status(answer.status),
            answer.status < 300 ? .json : .problem,
            headers: headers,
            body: answer.body,
            code: answer.code?.rawValue
        )
    }

    /// A response without a body.
    static func noContent(_ answer: Answer? = nil) -> Response {
        var response = Response(204, headers: .noStore)
        if answer?.isReplay == true { response.headers.add("Idempotency-Replayed", "true") }
        return response
    }

    /// A JSON response that must not be cached.
    static func json(_ value: some Encodable, status: Status = 200) throws -> Response {
        .json(try JSON.encode(value), status: status)
    }

    /// A JSON response that must not be cached, from encoded bytes.
    static func json(_ body: [UInt8], status: Status = 200) -> Response {
        Response(status, .json, headers: .noStore, body: body)
    }
}
