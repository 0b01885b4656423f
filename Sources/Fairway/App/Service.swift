import Synchronization

/// A dependency of flows and screens: a database, a client of another system, a cache.
///
/// ```swift
/// Service(PlanetStore.self) { _ in PlanetStore() }
/// Service(PriceCache.self, scope: .session) { PriceCache(store: $0[PlanetStore.self]) }
/// ```
public struct Service: AppPart {
    let key: ObjectIdentifier
    let name: String
    let scope: Scope
    let make: @Sendable (Dependencies) -> any Sendable

    /// How long an instance lives.
    public enum Scope: Sendable {
        /// One instance for the app.
        case app
        /// One instance for each live session. It is released when the session is evicted from memory.
        case session
        /// A new instance for each access.
        case transient
    }

    /// Registers a factory under a type. The factory can resolve other services from its argument.
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

/// The app's services, resolved for one session.
///
/// ```swift
/// let planets = await nav.dependencies[PlanetStore.self].all()
/// ```
public final class Dependencies: Sendable {
    private let services: [ObjectIdentifier: Service]
    private let app: Dependencies?
    private let hasSessions: Bool
    private let made = Mutex<[ObjectIdentifier: any Sendable]>([:])

    init(_ services: [Service]) {
        self.services = Dictionary(services.map { ($0.key, $0) }, uniquingKeysWith: { _, later in later })
        app = nil
        hasSessions = services.contains { $0.scope == .session }
    }

    private init(session app: Dependencies) {
        services = app.services
        self.app = app
        hasSessions = app.hasSessions
    }

    /// The services of a session: the app's, and new instances of those with the scope `.session`.
    func makeSession() -> Dependencies { hasSessions ? Dependencies(session: self) : self }

    /// The service of the type. Traps if the app declares no such service, because the app cannot work without it.
    public subscript<S: Sendable>(type: S.Type) -> S {
        guard let service = services[ObjectIdentifier(type)] else {
            preconditionFailure("no Service(\(S.self).self) { … } is declared in the app; add one")
        }
        return unboxed(resolve(service))
    }

    private func resolve(_ service: Service) -> any Sendable {
        if service.scope == .transient { return service.make(self) }
        if service.scope == .app, let app { return app.resolve(service) }
        if let ready = made.withLock({ $0[service.key] }) { return ready }
        // The factory runs outside the lock, because it may resolve other services. If two threads create an instance,
        // the first one stored is kept.
        let new = service.make(self)
        return made.withLock { made in
            if let ready = made[service.key] { return ready }
            made[service.key] = new
            return new
        }
    }
}
