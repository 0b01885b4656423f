/// One line of the routing table: a method and a path, what answers there, and what the layer above knows of it.
public struct Route<Description: Sendable>: Sendable {
    /// What varies in a path.
    public struct Parameter: Sendable, Hashable {
        /// Its name in the template.
        public let name: String
        /// Its JSON Schema type.
        public let schemaType: String
    }

    /// The method it takes.
    public let method: Method
    /// What varies in its path, in order.
    public let parameters: [Parameter]
    /// The longest body it takes; nil: what `Limits` says.
    public let bodyLimit: Int?
    /// Whether a request counts towards the rate of its client: not where machines ask how the server is.
    public let countsTowardsRate: Bool
    /// What the layer above attached.
    public let description: Description

    let path: PathTemplate
    let handle: RouteHandler

    /// The path as OpenAPI writes it: `/v1/sessions/{id}`.
    public var template: String { path.text }
}

/// A handler whose parameters are still where they lie in the path. False: one of them cannot be read, so that the
/// route is none for this path.
typealias RouteHandler = @Sendable (Request, Exchange, Captures) -> Bool
