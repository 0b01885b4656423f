/// Why a store could not do what it was asked.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A short name that metrics may count by.
    public var code: Code
    /// What happened and what to do about it.
    public var message: String
    /// What the database said, for the log.
    public var cause: String?

    /// What may go wrong with a store.
    public enum Code: String, Hashable, Sendable {
        /// It cannot be reached or written to now; later it may.
        case unavailable
        /// What is stored is damaged.
        case damaged
        /// It is not a store that this build may open.
        case unusable
        /// The cursor is none that this store has given out.
        case invalidCursor
        /// This kind of store cannot do that.
        case unsupported
    }

    /// An error with its message.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, and the cause where one is known.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }

    /// The answer to a cursor that was made up.
    package static let invalidCursor = StoreError(
        .invalidCursor,
        "The cursor is none that this store has given out: ask for the first page, without a cursor."
    )
}
