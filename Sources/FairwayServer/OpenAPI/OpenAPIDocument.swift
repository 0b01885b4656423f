import FairwayHTTP
import FairwayWire

/// The OpenAPI 3.1 document, generated from the served routes.
struct OpenAPIDocument {
    let value: JSONObject

    init(_ routes: [HTTPRoute<APIOperation>], version: String) {
        var shared = SharedDefinitions()
        for schema in WireSchema.allCases { shared.add(schema.rawValue, schema.definition) }
        var refusals = SharedRefusals()
        var paths = JSONObject()
        for route in routes {
            var methods = paths[route.template]?.object ?? [:]
            let operation = shared.taking(from: .object(Self.operation(route, &refusals)))
            methods[route.method.name.lowercased()] = operation
            paths[route.template] = .object(methods)
        }
        let examples = SchemaExamples(shared.schemas)
        var tags: [String] = []
        for route in routes where !tags.contains(route.description.tag) { tags.append(route.description.tag) }
        value = [
            "openapi": "3.1.0",
            "info": ["title": "Fairway", "version": .string(version), "description": .string(Self.about)],
            "servers": [["url": "/"]],
            "tags": .array(tags.map { ["name": .string($0)] }),
            "paths": examples.adding(to: .object(paths)),
            "components": [
                "schemas": .object(shared.schemas),
                "responses": .object(refusals.responses),
                "securitySchemes": [
                    "session": [
                        "type": "http",
                        "scheme": "bearer",
                        "description": "The token from the reply to `POST /v1/sessions` or `/v1/handoffs`.",
                    ],
                    "user": [
                        "type": "http",
                        "scheme": "bearer",
                        "bearerFormat": "JWT",
                        "description": "A user token of the identity provider, if the server runs with --jwt-keys.",
                    ],
                    "operator": [
                        "type": "http",
                        "scheme": "bearer",
                        "description": "The token of --admin-token, or one from `POST /v1/admin/sign-in`.",
                    ],
                ],
            ],
        ]
    }

    private static let about = """
        Server-driven navigation. A call that changes a session answers with its state: the front screen, the whole \
        navigation, and the moves since the previous state. Errors contain the current state where possible. \
        /problems/{code} explains each problem code. A browser that opens the URL of a call gets errors as pages.
        """

    private static func operation(
        _ route: HTTPRoute<APIOperation>,
        _ refusals: inout SharedRefusals
    ) -> JSONObject {
        let described = route.description
        var operation: JSONObject = [
            "operationId": .string(name(route)),
            "summary": .string(described.summary),
            "tags": [.string(described.tag)],
            "security": .array(
                described.access.schemes.map { .object(JSONObject($0.map { (name: $0, value: JSONValue.array([])) })) }
            ),
        ]
        if !described.about.isEmpty { operation["description"] = .string(described.about) }
        let parameters = route.parameters.map(path) + described.parameters.map(parameter)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let body = described.body {
            operation["requestBody"] = [
                "required": .bool(body.isRequired),
                "content": ["application/json": ["schema": .object(body.schema)]],
            ]
        }
        operation["responses"] = .object(
            responses(described, hasParameters: !route.parameters.isEmpty, &refusals)
        )
        return operation
    }

    /// The operation's id, like `postSessionsBySessionActions` for `POST /v1/sessions/{session}/actions`.
    private static func name(_ route: HTTPRoute<APIOperation>) -> String {
        let words = route.template.split { "/{.-}".contains($0) }.filter { $0 != "v1" }
        let parameters = Set(route.parameters.map(\.name))
        return route.method.name.lowercased()
            + words.map { (parameters.contains(String($0)) ? "By" : "") + $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    private static func path(_ parameter: HTTPRoute<APIOperation>.PathParameter) -> JSONValue {
        var described: JSONObject = [
            "name": .string(parameter.name),
            "in": "path",
            "required": true,
            "schema": ["type": .string(parameter.schemaType)],
        ]
        if let (about, example) = pathParameters[parameter.name] {
            described["description"] = .string(about)
            described["example"] = example
        }
        return .object(described)
    }

    /// A parameter with the same name means the same in all paths.
    private static let pathParameters: [String: (about: String, example: JSONValue)] = [
        "session": ("The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        "screen": ("The id of a screen of the session.", "s1"),
        "revision": ("The revision of a kept state.", 6),
        "job": ("The id of a timer or job of the session.", "w3"),
        "problem": ("The problem's id.", "p-31c7f2"),
        "webhook": ("The webhook's id.", "warehouse"),
        "batch": ("The batch's id.", "01m8kgqd02k3vb7y9w5t6n8rza"),
        "user": ("The user's id.", "ada"),
        "code": ("The code, of a problem or of a return link.", "stale-screen"),
    ]

    private static func parameter(_ parameter: APIOperation.CallParameter) -> JSONValue {
        [
            "name": .string(parameter.name),
            "in": .string(parameter.place.rawValue),
            "description": .string(parameter.about),
            "schema": .object(parameter.schema),
            "example": parameter.example,
        ]
    }

    private static func responses(
        _ operation: APIOperation,
        hasParameters: Bool,
        _ refusals: inout SharedRefusals
    ) -> JSONObject {
        var responses = JSONObject()
        for reply in operation.replies.sorted(by: { $0.status < $1.status }) {
            responses["\(reply.status)"] = response(
                reply.about,
                content: reply.content.map { ($0.type, $0.schema) },
                headers: reply.headers
            )
        }
        var codes = problemsOfEveryRoute
        for code in operation.problems { codes[code.status, default: []].append(code.rawValue) }
        if hasParameters { codes[404, default: []].append(ProblemCode.noSuchRoute.rawValue) }
        for (status, codes) in codes.sorted(by: { $0.key < $1.key }) {
            let codes = Set(codes).sorted()
            let hasState = operation.attachesState && [409, 410, 412, 422].contains(status)
            responses["\(status)"] = refusals.reference(to: problem(status, codes, withState: hasState), status)
        }
        return responses
    }

    /// The codes of the problems that the HTTP server may return for any route, by status.
    private static let problemsOfEveryRoute: [Int: [String]] = {
        let problems: [HTTPProblem] = [
            .malformedRequest(""), .requestTimeout(""), .bodyTooLarge(limit: 0), .uriTooLong(limit: 0),
            .headersTooLarge(""), .tooManyRequests(retryAfterSeconds: 1), .internalError,
            .overloaded(retryAfterSeconds: 1), .shuttingDown(retryAfterSeconds: 1),
        ]
        return Dictionary(grouping: problems, by: \.status.code).mapValues { $0.map(\.code) }
    }()

    /// Requires the member `state`, unless the session cannot be read.
    private static let stateUnlessUnreadable: JSONValue = [
        "if": [
            "properties": [
                "code": [
                    "const": .string(ProblemCode.incompatibleFlow.rawValue),
                    "description": "The session cannot be read.",
                ]
            ]
        ],
        "else": ["required": ["state"]],
    ]

    private static func problem(_ status: Int, _ codes: [String], withState: Bool) -> JSONValue {
        var parts: [JSONValue] = [
            .object(WireSchema.problem.reference),
            [
                "properties": [
                    "code": [
                        "enum": .array(codes.map(JSONValue.string)), "description": "Why the call is refused.",
                        "examples": [.string(codes[0])],
                    ],
                    "status": ["const": .number(JSONNumber(status)), "description": "The HTTP status."],
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

extension APIOperation.Access {
    /// The alternatives, each with its security schemes.
    fileprivate var schemes: [[String]] {
        switch self {
        case .open: []
        case .anyone: [[], ["user"]]
        case .user: [["user"]]
        case .session: [["session"], ["user"]]
        case .operator: [["operator"]]
        }
    }
}

/// The error responses of all calls. Calls that are refused with the same codes have the same one.
private struct SharedRefusals {
    private(set) var responses = JSONObject()
    private var names: [JSONValue: String] = [:]
    private var counts: [Int: Int] = [:]

    /// A reference to the response, which is added if it is new.
    mutating func reference(to response: JSONValue, _ status: Int) -> JSONValue {
        var name = names[response]
        if name == nil {
            counts[status, default: 0] += 1
            name = "Refusal\(status)-\(counts[status, default: 0])"
            names[response] = name
            if let name { responses[name] = response }
        }
        return ["$ref": .string("#/components/responses/\(name ?? "")")]
    }
}
