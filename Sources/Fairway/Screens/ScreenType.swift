import FairwayWire

/// What the engine has to know of a screen's type once the type itself is out of sight.
final class ScreenType: Sendable {
    let name: String
    let version: Int
    let about: String
    /// The names of the actions it takes, in the order in which clients see them.
    let actions: [String]
    /// How it is presented when nothing else is asked for.
    let natural: Style
    /// Whether it shows just its own stored properties, which then need not be kept twice.
    let isOwnViewModel: Bool
    let metatype: any Screen.Type
    /// Of what kinds some flow of the app has a route for it. A handful, which are looked through faster than hashed.
    let routedKinds: [RouteKey.Kind]
    /// How the type is found again by a process that no route tells of it; nil for private and local types, which are not.
    let mangledName: String?
    private let read: @Sendable ([UInt8], Int) throws -> any Screen
    private let show: @Sendable (any Screen, ScreenContext) async throws -> RawJSON
    private let readAction: @Sendable (String, RawJSON?) throws(Problem) -> ReadAction

    init<S: Screen>(_ type: S.Type, routedKinds: [RouteKey.Kind]) {
        self.routedKinds = routedKinds
        name = S.name
        version = S.version
        about = S.about
        let actions = S.actions ?? ActionNames.of(S.Action.self)
        self.actions = actions
        natural = type is any Alert.Type ? .alert : type is any Sheet.Type ? .sheet : .automatic
        isOwnViewModel = S.ViewModel.self == S.self
        metatype = type
        mangledName = _mangledTypeName(type).flatMap { _typeByName($0) == type ? $0 : nil }
        read = { stored, version in
            version == S.version
                ? try JSON.decode(S.self, from: stored)
                : try S.migrate(JSON.decode(JSONValue.self, from: stored), from: version)
        }
        show = { screen, context in
            try RawJSON(encoding: await unboxed(screen, as: S.self).viewModel(in: context))
        }
        let reader = ActionReader<S.Action>(actions)
        readAction = { name, params throws(Problem) in try reader.read(name, params) }
    }

    var id: ObjectIdentifier { ObjectIdentifier(metatype) }

    /// The screen that was stored, by this build or an older one.
    func decode(_ stored: [UInt8], version: Int) throws -> any Screen { try read(stored, version) }

    /// What the screen shows when no flow supplies anything else.
    func viewModel(of screen: any Screen, in context: ScreenContext) async throws -> RawJSON {
        try await show(screen, context)
    }

    /// The action a client named.
    func action(_ name: String, _ params: RawJSON?) throws(Problem) -> ReadAction { try readAction(name, params) }
}
