import FairwayHTTP
import FairwayWire

/// The OpenAPI 3.1 document of the routes that serve, made from these routes alone: what is not served is not in it, and
/// what is served is.
struct OpenAPIDocument {
    let value: JSONObject

    init(_ routes: [Route<Operation>], version: String) {
        var paths = JSONObject()
        for route in routes {
            var methods = paths[route.template]?.object ?? [:]
            methods[route.method.name.lowercased()] = .object(Self.operation(route))
            paths[route.template] = .object(methods)
        }
        var shared = SharedDefinitions(
            JSONObject(WireSchema.allCases.map { ($0.rawValue, .object($0.definition)) })
        )
        let describedPaths = shared.taking(from: .object(paths))
        var tags: [String] = []
        for route in routes where !tags.contains(route.description.tag) { tags.append(route.description.tag) }
        value = [
            "openapi": "3.1.0",
            "info": ["title": "Fairway", "version": .string(version), "description": .string(Self.about)],
            "servers": [["url": "/"]],
            "tags": .array(tags.map { ["name": .string($0)] }),
            "paths": describedPaths,
            "components": [
                "schemas": .object(shared.schemas),
                "securitySchemes": [
                    "session": [
                        "type": "http",
                        "scheme": "bearer",
                        "description": "The token that came with the reply that created the session.",
                    ],
                    "operator": [
                        "type": "http",
                        "scheme": "bearer",
                        "description": "The token that the server was started with.",
                    ],
                ],
            ],
        ]
    }

    private static let about = """
        Navigation that lives on the server. Every call on a session answers with the state: the screen in front, the \
        whole navigation, and the moves that led there. Every error says what is possible now; /problems/{code} explains \
        each code.
        """

    private static func operation(_ route: Route<Operation>) -> JSONObject {
        let described = route.description
        var operation: JSONObject = [
            "operationId": .string(name(route)),
            "summary": .string(described.summary),
            "tags": [.string(described.tag)],
            "security": .array(
                described.access.scheme.map { [.object(JSONObject([(name: $0, value: JSONValue.array([]))]))] } ?? []
            ),
        ]
        let parameters = route.parameters.map(path) + described.parameters.map(parameter)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let body = described.body {
            operation["requestBody"] = [
                "required": .bool(body.isRequired),
                "content": ["application/json": ["schema": .object(body.schema)]],
            ]
        }
        operation["responses"] = .object(responses(described, hasParameters: !route.parameters.isEmpty))
        return operation
    }

    /// `POST /v1/sessions/{session}/actions` is `postSessionsBySessionActions`.
    private static func name(_ route: Route<Operation>) -> String {
        let words = route.template.split { "/{.-}".contains($0) }.filter { $0 != "v1" }
        let parameters = Set(route.parameters.map(\.name))
        return route.method.name.lowercased()
            + words.map { (parameters.contains(String($0)) ? "By" : "") + $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    private static func path(_ parameter: Route<Operation>.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name),
            "in": "path",
            "required": true,
            "schema": ["type": .string(parameter.schemaType)],
        ]
    }

    private static func parameter(_ parameter: Operation.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name),
            "in": .string(parameter.place.rawValue),
            "description": .string(parameter.about),
            "schema": .object(parameter.schema),
        ]
    }

    // MARK: Answers

    private static func responses(_ operation: Operation, hasParameters: Bool) -> JSONObject {
        var responses = JSONObject()
        for reply in operation.replies.sorted(by: { $0.status < $1.status }) {
            responses["\(reply.status)"] = response(
                reply.about,
                content: reply.content.map { ($0.type, $0.schema) },
                headers: reply.headers
            )
        }
        var codes = anywhere
        for code in operation.problems { codes[code.status, default: []].append(code.rawValue) }
        if hasParameters { codes[404, default: []].append(ProblemCode.noSuchRoute.rawValue) }
        for (status, codes) in codes.sorted(by: { $0.key < $1.key }) {
            responses["\(status)"] = problem(
                status,
                Set(codes).sorted(),
                withState: operation.attachesState && [409, 410, 412, 422].contains(status)
            )
        }
        return responses
    }

    /// What HTTP itself may answer wherever a request is going to.
    private static let anywhere: [Int: [String]] = {
        let problems: [HTTPProblem] = [
            .malformedRequest(""), .requestTimeout(""), .bodyTooLarge(limit: 0), .uriTooLong(limit: 0),
            .headersTooLarge(""), .tooManyRequests(retryAfterSeconds: 1), .internalError,
            .overloaded(retryAfterSeconds: 1), .shuttingDown(retryAfterSeconds: 1),
        ]
        return Dictionary(grouping: problems, by: \.status.code).mapValues { $0.map(\.code) }
    }()

    /// The state is there, but for a session whose state is what cannot be read.
    private static let stateUnlessUnreadable: JSONValue = [
        "if": ["properties": ["code": ["const": .string(ProblemCode.incompatibleFlow.rawValue)]]],
        "else": ["required": ["state"]],
    ]

    private static func problem(_ status: Int, _ codes: [String], withState: Bool) -> JSONValue {
        var parts: [JSONValue] = [
            .object(WireSchema.problem.reference),
            [
                "properties": [
                    "code": ["enum": .array(codes.map(JSONValue.string))],
                    "status": ["const": .number(JSONNumber(status))],
                ]
            ],
        ]
        if withState { parts.append(stateUnlessUnreadable) }
        let schema: JSONObject = ["allOf": .array(parts)]
        let headers: [ReplyHeader] =
            switch status {
            case 401: [.authenticate]
            case 429, 503: [.retryAfter]
            default: []
            }
        return response(
            codes.joined(separator: ", "),
            content: [("application/problem+json", schema)],
            headers: headers
        )
    }

    private static func response(
        _ about: String,
        content: [(String, JSONObject)],
        headers: [ReplyHeader]
    ) -> JSONValue {
        var response: JSONObject = ["description": .string(about)]
        if !headers.isEmpty {
            response["headers"] = .object(
                JSONObject(
                    headers.map { header in
                        let value: JSONValue = ["description": .string(header.about), "schema": ["type": "string"]]
                        return (name: header.rawValue, value: value)
                    }
                )
            )
        }
        if !content.isEmpty {
            response["content"] = .object(
                JSONObject(content.map { (name: $0.0, value: ["schema": .object($0.1)]) })
            )
        }
        return .object(response)
    }
}

extension Operation.Access {
    /// The security scheme by which it is checked.
    fileprivate var scheme: String? {
        switch self {
        case .open: nil
        case .session: "session"
        case .operator: "operator"
        }
    }
}
