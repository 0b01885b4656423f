import FairwayWire
import Synchronization

/// A type-erased screen type, with its decoders and catalog data.
final class ScreenType: Sendable {
    let name: String
    let version: Int
    let about: String
    /// The title, or nil if the screen has none.
    let title: String?
    /// The names of the actions, in the catalog's order.
    let actions: [String]
    /// Nil if the screen declares none.
    let controls: ScreenControls?
    /// The presentation for `Style.automatic`.
    let defaultStyle: Style
    /// Whether the view model is the screen itself. It is then stored once.
    let isOwnViewModel: Bool
    let metatype: any Screen.Type
    /// The kinds of routes that exist for this screen. An array, because a linear search over a few elements beats
    /// hashing.
    let routedKinds: [RouteKey.Kind]
    /// Identifies the type in another process even if no route names it. Nil for private and local types.
    let mangledName: String?
    private let read: @Sendable ([UInt8], Int) throws -> any Screen
    private let show: @Sendable (any Screen, ScreenContext) async throws -> RawJSON
    /// Recorded on first use.
    private let actionSchemas = Mutex<JSONObject?>(nil)
    private let readAction: @Sendable (String, RawJSON?) throws(Problem) -> DecodedAction

    init<S: Screen>(_ type: S.Type, routedKinds: [RouteKey.Kind]) {
        self.routedKinds = routedKinds
        name = S.name
        version = S.version
        about = S.about
        let title = S.title.text
        self.title = title.isEmpty ? nil : title.description
        let actions = S.actions ?? ActionNames.of(S.Action.self)
        controls = ScreenControls(type, actions: actions)
        self.actions = controls?.ordered(actions) ?? actions
        defaultStyle = type is any Alert.Type ? .alert : type is any Sheet.Type ? .sheet : .automatic
        isOwnViewModel = S.ViewModel.self == S.self
        metatype = type
        mangledName = _mangledTypeName(type).flatMap { _typeByName($0) == type ? $0 : nil }
        read = { stored, version in
            try StoredVersion.check(version, atMost: S.version)
            return version == S.version
                ? try JSON.decode(S.self, from: stored)
                : try S.migrate(JSON.decode(JSONValue.self, from: stored), from: version)
        }
        show = { screen, context in
            let viewModel = try await unboxed(screen, as: S.self).viewModel(in: context)
            return try RawJSON(encoding: viewModel, userInfo: [.language: context.locale])
        }
        let reader = ActionReader<S.Action>(actions)
        readAction = { name, params throws(Problem) in try reader.read(name, params) }
    }

    var id: ObjectIdentifier { ObjectIdentifier(metatype) }

    /// Decodes a stored screen of this build or an older one.
    func decode(_ stored: [UInt8], version: Int) throws -> any Screen { try read(stored, version) }

    /// The screen's own view model.
    func viewModel(of screen: any Screen, in context: ScreenContext) async throws -> RawJSON {
        try await show(screen, context)
    }

    /// Decodes an action from its name and parameters. If the screen has controls, their rules are checked first.
    ///
    /// - Parameter viewModel: The view model of the present revision. It is read only if a rule needs it.
    func action(
        _ name: String,
        _ params: RawJSON?,
        _ viewModel: () throws -> RawJSON
    ) throws -> DecodedAction {
        guard let controls else { return try readAction(name, params) }
        try controls.check(name, params, viewModel)
        do {
            return try readAction(name, params)
        } catch {
            throw controls.explained(error, of: name)
        }
    }

    /// The parameters of an action that a refusal can name.
    func rejectableNames(of action: String) -> RejectableNames {
        let recorded = actionSchemas.withLock(\.self)
        let schemas = recorded ?? Self.actionSchemas(of: metatype, names: actions)
        if recorded == nil { actionSchemas.withLock { $0 = schemas } }
        return RejectableNames(schemas[action]?.object ?? [:])
    }

    private static func actionSchemas<S: Screen>(of type: S.Type, names: [String]) -> JSONObject {
        ActionShapes(of: S.Action.self, names: names).schemas()
    }
}
