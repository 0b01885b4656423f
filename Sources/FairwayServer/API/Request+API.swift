import Fairway
import FairwayHTTP
import FairwayWire
import Foundation

extension Request {
    /// The preconditions of a change: `If-Match` and the idempotency key.
    ///
    /// - Parameter content: The part of the body that distinguishes requests; nil for the whole body.
    func guards(comparing content: [UInt8]? = nil) throws(Problem) -> Guards {
        Guards(
            revisions: self[.ifMatch].flatMap(Self.revisions),
            key: try requestKey(atLeast: 1, comparing: content)
        )
    }

    /// The idempotency key with a fingerprint of method, path and body.
    func requestKey(atLeast shortest: Int, comparing content: [UInt8]? = nil) throws(Problem) -> RequestKey? {
        guard let key = try idempotencyKey(atLeast: shortest) else { return nil }
        let request = Array("\(method.name) \(path)\n".utf8) + (content ?? body)
        return RequestKey(key, fingerprint: SHA256.hash(request).map { String($0, radix: 16) }.joined(separator: "."))
    }

    /// The idempotency key. An invalid key is an error even for calls that store no reply, so clients find the mistake
    /// early.
    func idempotencyKey(atLeast shortest: Int) throws(Problem) -> String? {
        guard let key = self[.idempotencyKey] else { return nil }
        guard (shortest...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem(
                .malformedRequest,
                "An Idempotency-Key must have \(shortest) to 255 visible ASCII characters."
            )
        }
        return key
    }

    /// The revisions in an `If-Match` field; nil for `*` (RFC 9110, section 13.1.1). Tags are compared as text, so
    /// `"+4"` and `"04"` match no revision.
    private static func revisions(_ field: String) -> Set<Int>? {
        let tags = EntityTag.tags(field)
        if tags.contains("*") { return nil }
        return Set(
            tags.compactMap { tag in
                Int(tag.dropFirst().dropLast()).flatMap { tag == "\"\($0)\"" ? $0 : nil }
            }
        )
    }

    /// Whether `If-None-Match` contains the revision. Uses the weak comparison, and `*` matches any revision (RFC 9110,
    /// section 13.1.2).
    func knows(_ revision: Int) -> Bool { self[.ifNoneMatch].map { EntityTag.isIn($0, "\"\(revision)\"") } ?? false }

    /// The `wait` preference in seconds, at most 60 (RFC 7240, section 4.3).
    var waitSeconds: Int? {
        self[.prefer]?.split(whereSeparator: { $0 == "," || $0 == ";" }).firstNonNil { preference in
            let sides = preference.filter { $0 != " " }.split(separator: "=")
            return sides.count == 2 && sides[0].lowercased() == "wait" ? Self.seconds(sides[1], most: 60) : nil
        }
    }

    /// Parses `delta-seconds` of any length (RFC 9111, section 1.2.2). Numbers that overflow count as the maximum.
    private static func seconds(_ digits: Substring, most: Int) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(digits) ?? most, most)
    }
}

extension Request {
    /// Some media types that are certainly not JSON. Others are accepted: `curl -d` sends the type of a form.
    private static let foreignTypes = ["text/html", "text/xml", "application/xml"]

    /// Decodes the body. An empty body counts as `{}`. Throws `wrongValue` for valid JSON that does not match the type.
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

    /// The body, validated as JSON.
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
        guard !isJSON, let type = mediaType else { return }
        guard type.hasPrefix("multipart/") || type.hasPrefix("image/") || Self.foreignTypes.contains(type) else {
            return
        }
        throw Problem(.unsupportedMediaType, "The body's type is \(type); send application/json.")
    }
}

extension Problem {
    /// Converts an error of the JSON decoder to a problem.
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

/// The query parameters of a call. Invalid values throw a problem that names the parameter.
struct QueryParameters {
    private let values: [String: String]

    init(_ request: Request) throws {
        values = Dictionary(try request.queryItems().map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// A text; nil if it is absent or empty. HTML forms send empty values.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The page size: 50 by default, 500 at most.
    func limit() throws(Problem) -> Int {
        min(try integer("limit", atLeast: 1) ?? 50, 500)
    }

    func integer(_ name: String, atLeast least: Int) throws(Problem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), value >= least else {
            throw Problem(.malformedRequest, "\(name) must be a whole number of at least \(least).")
        }
        return value
    }

    func bool(_ name: String) throws(Problem) -> Bool? {
        guard let text = text(name) else { return nil }
        guard let value = Bool(text) else { throw Problem(.malformedRequest, "\(name) must be true or false.") }
        return value
    }

    /// The case of an enum with this raw value.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(Problem) -> Choice? {
        guard let text = text(name) else { return nil }
        guard let value = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.malformedRequest, "\(name) must be one of \(names).")
        }
        return value
    }

    /// A timestamp in RFC 3339 format.
    func moment(_ name: String) throws(Problem) -> Date? {
        guard let text = text(name) else { return nil }
        guard let date = try? JSON.decode(Date.self, from: JSON.encode(text)) else {
            throw Problem(.malformedRequest, "\(name) must be a time like 2026-01-31T12:00:00Z.")
        }
        return date
    }
}
