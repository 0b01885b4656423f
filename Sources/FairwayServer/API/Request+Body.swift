import FairwayHTTP
import FairwayWire

extension Request {
    /// Media types that are plainly something else than JSON. Any other is taken for JSON, so that a bare `curl -d` works.
    private static let foreignTypes = ["text/html", "text/xml", "application/xml"]

    /// The body as JSON; `{}` when there is none.
    ///
    /// - Parameter wrongValue: the code for a body that is JSON but not what the call takes.
    func decodeBody<Body: Decodable>(
        _ type: Body.Type,
        wrongValue: ProblemCode = .malformedRequest
    ) throws(Problem) -> Body {
        try checkMediaType()
        do {
            return try JSON.decode(type, from: body.isEmpty ? Array("{}".utf8) : body, limits: .standard)
        } catch let error as JSONError {
            throw Problem(error, wrongValue: wrongValue)
        } catch {
            throw Problem(wrongValue, "\(error)")
        }
    }

    /// The body as it is, once it is known to be JSON.
    func rawBody() throws(Problem) -> RawJSON {
        try checkMediaType()
        do {
            return try RawJSON(validating: body)
        } catch let error as JSONError {
            throw Problem(error, wrongValue: .malformedRequest)
        } catch {
            throw Problem(.malformedRequest, "\(error)")
        }
    }

    private func checkMediaType() throws(Problem) {
        guard let type = mediaType else { return }
        guard type.hasPrefix("multipart/") || type.hasPrefix("image/") || Self.foreignTypes.contains(type) else {
            return
        }
        throw Problem(.unsupportedMediaType, "The body's type is \(type); send application/json.")
    }
}

extension Problem {
    /// What the JSON decoder found wrong with a body.
    fileprivate init(_ error: JSONError, wrongValue: ProblemCode) {
        switch error.code {
        case .invalidJSON, .tooLarge:
            self.init(
                .invalidJSON,
                "\(error.message) (byte \(error.offset ?? 0))",
                members: error.offset.map { ["offset": .number(JSONNumber($0))] } ?? [:]
            )
        case .tooDeep:
            self.init(.jsonTooDeep, error.message)
        default:
            self.init(wrongValue, errors: [FieldError(error, under: "")])
        }
    }
}
