/// Why a store could not do what it was asked.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A short name that metrics may count by.
    public var code: Code
    /// What happened and what to do about it.
    public var message: String

    /// What may go wrong with a store.
    public enum Code: String, Hashable, Sendable {
        /// It cannot be reached or written to now; later it may.
        case unavailable
        /// What is stored is damaged.
        case damaged
    }

    /// An error with its message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
