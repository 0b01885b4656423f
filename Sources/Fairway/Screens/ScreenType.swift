import FairwayWire
import Synchronization

/// The encoded view model of a screen that is not its own view model.
struct ShownViewModel: Sendable {
    var json: RawJSON
    /// With sensitive values masked. Nil if there are none, or if it was not requested.
    var masked: RawJSON?
}

/// A type-erased screen type, with its decoders and catalog data.
final class ScreenType: Sendable {
    let name: String
    let version: Int
    let about: String
    /// The title, or nil if the screen has none.
    let title: Text?
    /// The names of the actions, in the catalog's order.
    let actions: [String]
    /// Nil if the screen declares none.
    let controls: ScreenControls?
    /// The presentation for `Style.automatic`.
    let defaultStyle: Style
    /// Whether the view model is the screen itself, and is the same in every language. It is then stored once.
    let isOwnViewModel: Bool
    let metatype: any Screen.Type
    /// The kinds of routes that exist for this screen. An array, because a linear search over a few elements beats
    /// hashing.
    let routedKinds: [RouteKey.Kind]
    /// Identifies the type in another process even if no route names it. Nil for private and local types.
    let mangledName: String?
    private let read: @Sendable ([UInt8], Int, MemberNotes?) throws -> any Screen
    private let show: @Sendable (any Screen, ScreenContext, Bool) async throws -> ShownViewModel
    /// Recorded on first use.
    private let actionSchemas = Mutex<JSONObject?>(nil)
    private let readAction: @Sendable (String, RawJSON?) throws(Problem) -> DecodedAction

    init<S: Screen>(_ type: S.Type, routedKinds: [RouteKey.Kind]) {
        self.routedKinds = routedKinds
        name = S.name
        version = S.version
        about = S.about
        let title = S.title.text
        self.title = title.isEmpty ? nil : title
        let actions = S.actions ?? ActionNames.of(S.Action.self)
        controls = ScreenControls(type, actions: actions)
        self.actions = controls?.ordered(actions) ?? actions
        defaultStyle = type is any Alert.Type ? .alert : type is any Sheet.Type ? .sheet : .automatic
        isOwnViewModel = S.ViewModel.self == S.self && !Self.storesTexts(type)
        metatype = type
        mangledName = _mangledTypeName(type).flatMap { _typeByName($0) == type ? $0 : nil }
        let stored = StoredType(.screen, S.name)
        read = { bytes, version, notes in
            try S.decode(stored: bytes, version: version, as: stored, noting: notes)
        }
        show = { screen, context, isMasked in
            let viewModel = try await unboxed(screen, as: S.self).viewModel(in: context)
            let json = try RawJSON(encoding: viewModel, userInfo: [.language: context.language])
            guard isMasked else { return ShownViewModel(json: json) }
            let masked = try RawJSON(
                encoding: viewModel,
                userInfo: [.language: context.language, .maskingSensitive: true]
            )
            return ShownViewModel(json: json, masked: masked == json ? nil : masked)
        }
        let reader = ActionReader<S.Action>(actions)
        readAction = { name, params throws(Problem) in try reader.read(name, params) }
    }

    var id: ObjectIdentifier { ObjectIdentifier(metatype) }

    /// Decodes a stored screen of this build or an older one.
    ///
    /// - Parameter notes: Nil for a derived screen. It is made again, so nothing is lost.
    func decode(_ stored: [UInt8], version: Int, noting notes: MemberNotes?) throws -> any Screen {
        try read(stored, version, notes)
    }

    /// The screen's own view model.
    ///
    /// - Parameter isMasked: Whether to encode it a second time, with sensitive values masked.
    func viewModel(
        of screen: any Screen,
        in context: ScreenContext,
        masked isMasked: Bool = false
    ) async throws -> ShownViewModel {
        try await show(screen, context, isMasked)
    }

    /// Encodes a screen for the store or, with sensitive values masked, for operators.
    func encode(_ screen: any Screen, masked: Bool = false) throws -> RawJSON {
        var userInfo = isOwnViewModel ? Self.refusingTexts : [:]
        if masked { userInfo[.maskingSensitive] = true }
        return try RawJSON(encoding: screen, userInfo: userInfo)
    }

    /// Shared by all changes. Unsafe, because `Any` is not `Sendable`.
    nonisolated(unsafe) private static let refusingTexts: [CodingUserInfoKey: Any] = [.refusingTexts: true]

    /// Decodes an action from its name and parameters. If the screen has controls, their rules are checked first.
    ///
    /// - Parameters:
    ///   - language: The language of the sentences about broken rules.
    ///   - viewModel: The view model of the present revision. It is read only if a rule needs it.
    func action(
        _ name: String,
        with params: RawJSON?,
        in language: Language,
        viewModel: () throws -> RawJSON
    ) throws -> DecodedAction {
        guard let controls else { return try readAction(name, params) }
        try controls.check(name, params, language, viewModel)
        do {
            return try readAction(name, params)
        } catch {
            throw controls.explained(error, of: name, language)
        }
    }

    /// The parameters of an action that a refusal can name.
    func rejectableNames(of action: String) -> RejectableNames {
        let recorded = actionSchemas.withLock(\.self)
        let schemas = recorded ?? Self.actionShapes(of: metatype, names: actions).schemas()
        if recorded == nil { actionSchemas.withLock { $0 = schemas } }
        return RejectableNames(schemas[action]?.object ?? [:])
    }

    /// A draft for operators: sensitive parameters are masked, and members that are not a parameter of any action.
    func masked(draft: RawJSON) throws -> RawJSON {
        let shapes = Self.actionShapes(of: metatype, names: actions)
        return try RawJSON(encoding: shapes.masked(draft: JSON.decode(JSONValue.self, from: draft.bytes), controls))
    }

    /// Whether a text is among the stored properties of a screen or of their values.
    private static func storesTexts<S: Screen>(_ type: S.Type) -> Bool {
        let recorder = ShapeRecorder()
        _ = recorder.record(type)
        // For a type that rejects the recorder's values.
        return recorder.hasRecordedTexts
            || S.examples.contains { example in
                (try? JSON.encode(example, userInfo: [.refusingTexts: true])) == nil
            }
    }

    private static func actionShapes<S: Screen>(of type: S.Type, names: [String]) -> ActionShapes {
        ActionShapes(of: S.Action.self, names: names)
    }
}
