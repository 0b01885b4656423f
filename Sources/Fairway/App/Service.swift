import Synchronization

/// A dependency of flows and screens: a database, a client of another system, a cache.
///
/// ```swift
/// Service(Bank.self) { _ in Bank() }
/// Service(PlanetStore.self, allowsSandboxes: true) { _ in PlanetStore() }
/// Service(PriceCache.self, scope: .session) { PriceCache(store: $0[PlanetStore.self]) }
/// ```
public struct Service: AppPart {
    let key: ObjectIdentifier
    let name: String
    let scope: Scope
    let allowsSandboxes: Bool
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

    /// Registers a factory under a type.
    ///
    /// - Parameters:
    ///   - type: The type under which handlers and screens get the service.
    ///   - scope: How long an instance lives.
    ///   - allowsSandboxes: Whether a handler of a sandbox may use the service. Allow it if its calls change nothing, or if
    ///     each handler that calls it checks ``Navigator/isSandbox``.
    ///   - make: The factory. It can resolve other services from its argument.
    public init<S: Sendable>(
        _ type: S.Type,
        scope: Scope = .app,
        allowsSandboxes: Bool = false,
        _ make: @escaping @Sendable (Dependencies) -> S
    ) {
        key = ObjectIdentifier(type)
        name = String(describing: type)
        self.scope = scope
        self.allowsSandboxes = allowsSandboxes
        self.make = make
    }
}

/// The app's services, resolved for one session. View models and derived screens read from them.
///
/// ```swift
/// let planets = await context.dependencies[PlanetStore.self].all()
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

    /// Throws if the type's service does not allow sandboxes.
    fileprivate func checkAllowsSandboxes(_ type: Any.Type) throws(Rejection) {
        guard let service = services[ObjectIdentifier(type)], !service.allowsSandboxes else { return }
        throw .inSandbox(service.name)
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

/// The app's services for handlers and links. In a sandbox, a service is refused unless it allows sandboxes: a handler
/// may change the world, and a sandbox must not.
///
/// ```swift
/// let planets = try await nav.dependencies[PlanetStore.self].all()
/// ```
public struct HandlerDependencies: Sendable {
    let all: Dependencies
    let isSandbox: Bool

    /// The service of the type. Traps if the app declares no such service, because the app cannot work without it.
    ///
    /// - Throws: In a sandbox, a rejection with the code `sandbox`, unless the service has `allowsSandboxes`.
    public subscript<S: Sendable>(type: S.Type) -> S {
        get throws {
            if isSandbox { try all.checkAllowsSandboxes(type) }
            return all[type]
        }
    }
}
