/// What a handler gave for one request.
enum Answer: Sendable {
    case response(Response)
    case stream(Response, Stream)
}
