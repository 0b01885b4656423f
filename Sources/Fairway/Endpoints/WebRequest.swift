public import FairwayWire
import Foundation

/// A request to an ``Endpoint``, or to a server that answers without a socket.
///
/// ```swift
/// let request = try WebRequest(.post, "/partners/7/hook?test=1", json: ["order": "345"])
/// ```
public struct WebRequest: Hashable, Sendable {
    /// A method of HTTP. The raw value is its name.
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
    }

    /// The method.
    public var method: Method
    /// The path and the query with their escapes, as received.
    public var target: String
    /// The header fields.
    public var headers: WebHeaders
    /// The body as received, to the byte.
    public var body: [UInt8]
    /// The decoded parameters of the endpoint's path, by their names.
    public var parameters: [String: String] = [:]
    /// The request's id in the log and in `X-Request-Id`.
    public var id = ""
    /// The address of the client, or of the proxy in front of the server; nil if it is unknown.
    public var client: String?

    /// Creates a request.
    public init(_ method: Method = .get, _ target: String, headers: WebHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// Creates a request whose body is a value as JSON.
    public init(_ method: Method, _ target: String, headers: WebHeaders = [:], json value: some Encodable) throws {
        self.init(method, target, headers: headers, body: try JSON.encode(value))
        if self.headers["Content-Type"] == nil { self.headers["Content-Type"] = "application/json" }
    }

    /// The path with its escapes.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as text. Invalid UTF-8 is repaired.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The decoded value of the first query item of that name; nil if there is none.
    ///
    /// ```swift
    /// let page = request.query("page") ?? "1"
    /// ```
    public func query(_ name: String) -> String? {
        let items = target.drop { $0 != "?" }.dropFirst().split(separator: "&")
        return items.firstNonNil { item in
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
            return sides[0] == name ? sides.count == 2 ? sides[1] : "" : nil
        }
    }

    /// Decodes the body as JSON. If an endpoint does not catch the error, the request is answered with 400.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(Problem) -> Value {
        try Self.decode(type, from: body)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws(Problem) -> Value {
        do {
            return try JSON.decode(type, from: body, limits: .standard)
        } catch let error as JSONError where error.code == .invalidJSON {
            throw Problem(.invalidJSON, error.message)
        } catch let error as JSONError {
            throw Problem(.malformedRequest, errors: [FieldError(error, under: "")])
        } catch {
            throw Problem(.malformedRequest, "\(error)")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let text = text.replacing("+", with: " ")
        return text.removingPercentEncoding ?? String(text)
    }
}

/// Header fields in their order. Names are compared without regard to case.
///
/// ```swift
/// var headers: WebHeaders = ["Content-Language": "de"]
/// headers.add("Link", "</next>; rel=next")
/// ```
public struct WebHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value, without the spaces around it.
        public let value: String
    }

    /// The fields.
    public private(set) var fields: [Field] = []

    /// Creates fields from a literal.
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    /// Adds a field. Fields of the same name are kept.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// The value of a field. Repeated fields form one list (RFC 9110, section 5.3). A new value replaces all of them.
    public subscript(_ name: String) -> String? {
        get {
            let values = fields.filter { Self.areEqual($0.name, name) }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            fields.removeAll { Self.areEqual($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    private static func areEqual(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}
