/// A business key that one session at a time answers to, such as the number of an order.
///
/// ```swift
/// extension SessionKey {
///     static func order(_ id: String) -> SessionKey { SessionKey("order", id) }
/// }
///
/// try await nav.bind(.order(flow.orderID))
/// ```
///
/// Bind values that the server made. A key that a user can guess or choose lets one user keep it from another.
public struct SessionKey: Codable, Hashable, Sendable, CustomStringConvertible, DescribedType {
    /// What the key identifies, such as `order`. 1 to 255 bytes.
    public let name: String
    /// The value, such as `345`. 1 to 255 bytes.
    public let value: String

    package static let described = TypeDescription(
        "A business key, such as the number of an order.",
        .init("name", "What the key identifies.", "order"),
        .init("value", "The value.", "345")
    )

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: What the key identifies.
    ///   - value: The value.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// The name and the value.
    public var description: String { "\(name) \(value)" }

    /// Whether name and value have a length that the store accepts.
    var isValid: Bool { (1...255).contains(name.utf8.count) && (1...255).contains(value.utf8.count) }
}

/// Thrown by ``Navigator/bind(_:)`` if another session, or another flow of the session, holds the key.
///
/// If the handler does not catch it, nothing changes, and the client receives `rejected` with the code `key-taken`.
public struct KeyTaken: Error, Hashable, Sendable {
    /// The key.
    public let key: SessionKey

    /// Creates the error.
    ///
    /// - Parameter key: The key.
    public init(_ key: SessionKey) { self.key = key }
}
