/// The routes of a running server: a trie over path segments.
///
/// A literal segment takes precedence over a parameter, as in OpenAPI ("concrete, non-templated paths would be matched
/// before their templated counterparts").
struct RouteTable: Sendable {
    struct Endpoint: Sendable {
        let method: Method
        let template: String
        let bodyLimit: Int?
        let countsTowardsRate: Bool
        let handle: HTTPRouteHandler
    }

    enum Match: Sendable, Equatable {
        case endpoint(Int)
        case options(allow: String)
        case methodNotAllowed(allow: String)
        case otherwise
    }

    private struct Node: Sendable {
        var literals: [(text: [UInt8], node: Int)] = []
        var parameter: Int?
        /// The endpoint of each method, by its raw value.
        var endpoints: [Int?] = []
        var allow = ""
    }

    private(set) var endpoints: [Endpoint] = []
    private var nodes = [Node()]

    init<Description>(_ router: Router<Description>) {
        for route in router.routes {
            let index = endpoints.count
            endpoints.append(
                Endpoint(
                    method: route.method,
                    template: route.template,
                    bodyLimit: route.bodyLimit,
                    countsTowardsRate: route.countsTowardsRate,
                    handle: route.handle
                )
            )
            insert(route.path, index, route.method)
        }
        for index in nodes.indices { nodes[index].allow = allow(nodes[index].endpoints) }
    }

    /// Finds the endpoint for `method` at `path`, a range of the head's `bytes`. Nil: the path has an invalid escape.
    ///
    /// Escapes are decoded in parameters only. A proxy that denies access to `/metrics` compares bytes, so `/%6detrics`
    /// must not match that route.
    func match(_ method: Method, path: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Match? {
        if bytes.part(path).contains(UInt8(ascii: "%")), PercentDecoding.text(bytes.part(path)) == nil { return nil }
        guard bytes[path.lowerBound] == UInt8(ascii: "/") else {
            // `OPTIONS *` is about the server as a whole (RFC 9110 section 9.3.7).
            return .options(allow: Method.allCases.filter { $0 != .trace }.map(\.name).joined(separator: ", "))
        }
        let search = Search(bytes: bytes, end: path.upperBound)
        let found = path.count == 1 ? root : find(search, from: path.lowerBound + 1, below: 0)
        guard let found else { return .otherwise }
        let node = nodes[found]
        if let endpoint = node.endpoints[Int(method.rawValue)] { return .endpoint(endpoint) }
        switch method {
        case .head:
            if let endpoint = node.endpoints[Int(Method.get.rawValue)] { return .endpoint(endpoint) }
            return .methodNotAllowed(allow: node.allow)
        case .options: return .options(allow: node.allow)
        default: return .methodNotAllowed(allow: node.allow)
        }
    }

    /// Whether a request counts towards its client's rate.
    func countsTowardsRate(_ match: Match) -> Bool {
        if case .endpoint(let index) = match { endpoints[index].countsTowardsRate } else { true }
    }

    private struct Search {
        let bytes: UnsafeRawBufferPointer
        let end: Int
    }

    private var root: Int? { nodes[0].endpoints.isEmpty ? nil : 0 }

    private func find(_ search: Search, from start: Int, below node: Int) -> Int? {
        let slash = search.bytes.firstIndex(of: UInt8(ascii: "/"), from: start)
        let end = slash.map { min($0, search.end) } ?? search.end
        let segment = search.bytes.part(start..<end)
        for literal in nodes[node].literals where segment.elementsEqual(literal.text) {
            if let found = finish(search, end, literal.node) { return found }
            break
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return nil }
        return finish(search, end, parameter)
    }

    private func finish(_ search: Search, _ end: Int, _ node: Int) -> Int? {
        if end < search.end { return find(search, from: end + 1, below: node) }
        return nodes[node].endpoints.isEmpty ? nil : node
    }

    private mutating func insert(_ path: PathTemplate, _ endpoint: Int, _ method: Method) {
        var node = 0
        for segment in path.segments {
            switch segment {
            case .literal(let text):
                let bytes = Array(text.utf8)
                if let existing = nodes[node].literals.first(where: { $0.text == bytes }) {
                    node = existing.node
                } else {
                    nodes[node].literals.append((bytes, nodes.count))
                    node = appendNode()
                }
            case .parameter:
                if let existing = nodes[node].parameter {
                    node = existing
                } else {
                    nodes[node].parameter = nodes.count
                    node = appendNode()
                }
            }
        }
        if nodes[node].endpoints.isEmpty {
            nodes[node].endpoints = Array(repeating: nil, count: Method.allCases.count)
        }
        precondition(
            nodes[node].endpoints[Int(method.rawValue)] == nil,
            "There are two routes for \(method.name) \(path.text) that differ only in the names of their parameters."
        )
        nodes[node].endpoints[Int(method.rawValue)] = endpoint
    }

    private mutating func appendNode() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    private func allow(_ endpoints: [Int?]) -> String {
        Method.allCases.filter { method in
            guard !endpoints.isEmpty else { return false }
            return switch method {
            case .options: true
            case .head: endpoints[Int(method.rawValue)] != nil || endpoints[Int(Method.get.rawValue)] != nil
            default: endpoints[Int(method.rawValue)] != nil
            }
        }.map(\.name).joined(separator: ", ")
    }
}
