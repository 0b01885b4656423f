import FairwayWire

/// A deep link that matched a pattern, with what stood in the pattern's places.
public struct OpenedLink: Hashable, Sendable {
    /// The link as the client sent it.
    public let path: String
    let parameters: [String: String]
    let query: [String: String]

    /// What stood in the place `:name` of the pattern, or after `name=` in the query.
    public subscript(name: String) -> String {
        get throws {
            guard let value = parameters[name] ?? query[name] else {
                throw Problem(.noSuchLink, "The link \(path) has no \(name).")
            }
            return value
        }
    }

    /// What stood after `name=` in the query, if anything did.
    public func optional(_ name: String) -> String? { parameters[name] ?? query[name] }
}
