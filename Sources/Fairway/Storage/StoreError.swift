/// An error of a store.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public var code: Code
    /// The problem and its remedy.
    public var message: String
    /// The database's message, for the log.
    public var cause: String?

    /// The kinds of errors.
    public enum Code: String, Hashable, Sendable {
        /// The store cannot be reached or written to. The condition may be temporary.
        case unavailable
        /// The stored data is damaged.
        case damaged
        /// This build cannot open the store.
        case unusable
        /// The cursor is not one of this store.
        case invalidCursor
        /// This kind of store does not have the function.
        case unsupported
    }

    /// An error.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message and the cause.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }

    package static let invalidCursor = StoreError(
        .invalidCursor,
        "The cursor is not one of this store: request the first page, without a cursor."
    )
}
