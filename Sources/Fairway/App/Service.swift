/// Something that flows and screens need and do not make themselves: a store, a client of another system, a cache.
public struct Service: AppPart {
    let key: ObjectIdentifier
    let name: String
    let scope: Scope
    let make: @Sendable (Dependencies) -> any Sendable

    /// How long one lives.
    public enum Scope: Sendable {
        /// One for the app.
        case app
        /// One for each live session: a cache, gone when the session is evicted from memory.
        case session
        /// A new one each time.
        case transient
    }

    /// A service by the type that asks for it, and how to make one from the others.
    public init<S: Sendable>(
        _ type: S.Type,
        scope: Scope = .app,
        _ make: @escaping @Sendable (Dependencies) -> S
    ) {
        key = ObjectIdentifier(type)
        name = String(describing: type)
        self.scope = scope
        self.make = make
    }
}
