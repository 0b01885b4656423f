import FairwayWire

/// How a derived screen is made from a flow's state: a declaration `shows`, type-erased.
struct ScreenMaker: Sendable {
    /// The type after `for:`. Nil if `for:` is missing.
    let parameter: ScreenParameterType?
    let body: Body

    enum Body: Sendable {
        /// Reads the flow's state only, so the screen stays up to date while no handler of the flow runs.
        case flow(@Sendable (any FlowController, RawJSON?) throws -> (any Screen)?)
        /// Also reads services, the time or the device, which may differ in every change.
        case context(@Sendable (any FlowController, RawJSON?, ScreenContext) async throws -> (any Screen)?)
    }

    init(for parameter: ScreenParameterType? = nil, _ body: Body) { (self.parameter, self.body) = (parameter, body) }

    /// Whether the closure takes a context.
    var readsContext: Bool { if case .context = body { true } else { false } }

    /// Makes the screen. Nil if its parameter no longer refers to anything.
    func make(
        from flow: any FlowController,
        for parameter: RawJSON?,
        in context: @autoclosure () -> ScreenContext
    ) async throws -> (any Screen)? {
        switch body {
        case .flow(let make): try make(flow, parameter)
        case .context(let make): try await make(flow, parameter, context())
        }
    }
}

/// The type of the parameter of a derived screen.
struct ScreenParameterType: Sendable {
    let name: String
    let id: ObjectIdentifier
    private let read: @Sendable (RawJSON) throws -> Void

    init<Parameter: Codable & Hashable & Sendable>(_ type: Parameter.Type) {
        (name, id) = ("\(type)", ObjectIdentifier(type))
        read = { _ = try JSON.decode(type, from: $0.bytes) }
    }

    /// Throws if a stored parameter cannot be decoded.
    func check(_ stored: RawJSON) throws { try read(stored) }
}

/// The parameter that a handler passes to show a derived screen or to go back to one.
struct ScreenParameter: Sendable {
    let type: ScreenParameterType
    /// The parameter as it is stored.
    let encode: @Sendable () throws -> RawJSON
    /// Whether a stored parameter is equal. Compared as values, because equal sets may be encoded in different orders.
    let equals: @Sendable (RawJSON) -> Bool

    init<Parameter: Codable & Hashable & Sendable>(_ value: Parameter) {
        type = ScreenParameterType(Parameter.self)
        encode = { try RawJSON(encoding: value) }
        equals = { stored in (try? JSON.decode(Parameter.self, from: stored.bytes)) == value }
    }
}
