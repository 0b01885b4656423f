import FairwayWire

extension FlowController {
    /// Declares a screen that is derived from this flow's state.
    ///
    /// This flow, and the flows below it, show it with `nav.show(List.self)`. It is made when it is shown, and again at
    /// the end of each change in which a handler of this flow ran, if it is visible then. The client gets `refresh` if
    /// it differs.
    ///
    /// ```swift
    /// shows(List.self) { flow in List(programs: flow.programs) }
    /// ```
    ///
    /// - Parameters:
    ///   - screen: the type of the screen.
    ///   - make: makes the screen from the flow's state, and from nothing else. If it throws, the change fails.
    public static func shows<S: Screen>(
        _ screen: S.Type,
        _ make: @escaping @Sendable (Self) throws -> S
    ) -> Route<Self> {
        shows(screen, ScreenMaker(.flow { flow, _ in try make(unboxed(flow)) }))
    }

    /// Declares a screen that is derived from this flow's state and from services, the time or the device.
    ///
    /// It is made when it is shown, and again at the end of every change in which it is visible.
    ///
    /// ```swift
    /// shows(Balance.self) { flow, context in
    ///     Balance(amount: try await context.dependencies[Bank.self].balance(of: context.session))
    /// }
    /// ```
    public static func shows<S: Screen>(
        _ screen: S.Type,
        _ make: @escaping @Sendable @concurrent (Self, ScreenContext) async throws -> S
    ) -> Route<Self> {
        shows(screen, ScreenMaker(.context { flow, _, context in try await make(unboxed(flow), context) }))
    }

    /// Declares a derived screen with a parameter. This flow may show several of them, with different parameters.
    ///
    /// ```swift
    /// shows(Detail.self, for: Program.ID.self) { flow, id in
    ///     flow.programs.first { $0.id == id }.map { Detail(program: $0) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - screen: the type of the screen.
    ///   - parameter: the type of the parameter. It is stored with the screen.
    ///   - make: makes the screen from the flow's state. It returns nil if the parameter no longer refers to anything:
    ///     a screen that is shown then leaves, and `nav.show` is refused with the code `gone`.
    public static func shows<S: Screen, Parameter: Codable & Hashable & Sendable>(
        _ screen: S.Type,
        for parameter: Parameter.Type,
        _ make: @escaping @Sendable (Self, Parameter) throws -> S?
    ) -> Route<Self> {
        shows(
            screen,
            ScreenMaker(
                for: ScreenParameterType(parameter),
                .flow { flow, stored in try make(unboxed(flow), parameter.read(stored)) }
            )
        )
    }

    /// Declares a derived screen with a parameter that also reads services, the time or the device.
    ///
    /// ```swift
    /// shows(Receipt.self, for: String.self) { flow, reference, context in
    ///     try await context.dependencies[Bank.self].transfer(reference).map { Receipt(transfer: $0) }
    /// }
    /// ```
    public static func shows<S: Screen, Parameter: Codable & Hashable & Sendable>(
        _ screen: S.Type,
        for parameter: Parameter.Type,
        _ make: @escaping @Sendable @concurrent (Self, Parameter, ScreenContext) async throws -> S?
    ) -> Route<Self> {
        shows(
            screen,
            ScreenMaker(
                for: ScreenParameterType(parameter),
                .context { flow, stored, context in
                    try await make(unboxed(flow), parameter.read(stored), context)
                }
            )
        )
    }

    private static func shows<S: Screen>(_ screen: S.Type, _ maker: ScreenMaker) -> Route<Self> {
        Route(.shows, .screen(screen), .maker(maker))
    }
}

extension Decodable {
    /// Reads the stored parameter of a derived screen.
    fileprivate static func read(_ stored: RawJSON?) throws -> Self {
        guard let stored else { throw Mistake("a derived screen has no parameter of the type \(Self.self)") }
        return try JSON.decode(Self.self, from: stored.bytes)
    }
}
