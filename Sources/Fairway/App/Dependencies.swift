import Synchronization

/// The app's services, as one session sees them.
public final class Dependencies: Sendable {
    private let services: [ObjectIdentifier: Service]
    private let app: Dependencies?
    /// Whether any service is one for each session.
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

    /// The services of one session: those of the app, and its own, if there are such.
    func makeSession() -> Dependencies { hasSessions ? Dependencies(session: self) : self }

    /// The service of that type. An app in which a flow asks for what nobody provides is wrong at its root, so that
    /// this traps, with the sentence that mends it.
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
        // Made outside the lock, because making one may ask for another; of two made at once the first stays.
        let new = service.make(self)
        return made.withLock { made in
            if let ready = made[service.key] { return ready }
            made[service.key] = new
            return new
        }
    }
}
