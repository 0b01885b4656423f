/// One statement of a flow's `routes`.
public struct Route<F: FlowController>: Sendable {
    let key: RouteKey
    let subject: RouteSubject
    let body: Body

    /// What runs.
    enum Body: Sendable {
        case handler(RouteHandler)
        case viewModel(FlowType.ViewModelMaker)
        case nothing
    }

    init(_ kind: RouteKey.Kind, _ subject: RouteSubject, _ body: Body) {
        self.key = RouteKey(kind, subject.type)
        self.subject = subject
        self.body = body
    }

    /// A route whose handler has something to answer.
    init<Payload, Reply: Sendable>(
        _ kind: RouteKey.Kind,
        _ subject: RouteSubject,
        taking: Payload.Type,
        _ handler: @escaping @Sendable @concurrent (inout F, Payload, Navigator<F>) async throws -> Reply,
        answering answer: @escaping @Sendable (Reply) -> RouteAnswer
    ) {
        self.init(
            kind,
            subject,
            .handler(
                RouteHandler { transaction, node, payload in
                    answer(try await transaction.run(node, with: unboxed(payload), handler))
                }
            )
        )
    }

    /// A route whose handler has nothing to answer.
    init<Payload>(
        _ kind: RouteKey.Kind,
        _ subject: RouteSubject,
        taking: Payload.Type,
        _ handler: @escaping @Sendable @concurrent (inout F, Payload, Navigator<F>) async throws -> Void
    ) {
        self.init(
            kind,
            subject,
            .handler(
                RouteHandler { transaction, node, payload in
                    try await transaction.run(node, with: unboxed(payload), handler)
                    return .nothing
                }
            )
        )
    }
}

/// The value whose type is known already: from a route's key, or from where it was found.
func unboxed<T>(_ value: Any, as type: T.Type = T.self) -> T {
    func read<Boxed>(_ boxed: Boxed) -> T {
        // A cast takes ten times as long to find that there is nothing to cast. Safe, since what lies there is a `T`, and it is
        // copied.
        if Boxed.self == T.self {
            return withUnsafePointer(to: boxed) { UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee }
        }
        // Not `as?`, which looks up the optional's type every time.
        switch boxed {
        case let value as T: return value
        default: preconditionFailure("a \(T.self) was expected, and there was a \(Boxed.self)")
        }
    }
    return _openExistential(value, do: read)
}
