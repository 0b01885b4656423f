/// Nobody up the responder chain conforms to what was asked for: thrown by ``Navigator/ask(_:_:)``.
public struct NoResponder: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is missing and what to do about it.
    public let description: String

    init(_ capability: Any.Type, above flow: String) {
        description =
            "no-responder: no flow above \(flow) conforms to \(capability). Make one of them conform, or catch NoResponder."
    }
}
