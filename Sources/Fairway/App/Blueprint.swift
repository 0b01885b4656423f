import FairwayWire
import Synchronization

/// An app, checked and ready to be looked things up in.
final class Blueprint: Sendable {
    let initial: FlowType
    /// Every flow by the name clients use, without the variants for devices.
    let flows: [String: FlowType]
    let links: [Link]
    let services: [Service]
    /// Who does background work, by its name.
    let performers: [String: Performer]
    /// What is not wrong but most likely not meant, in sentences.
    let warnings: [String]
    /// How sessions of the app lie.
    let layouts = KnownLayouts()
    private let byRole: [ObjectIdentifier: FlowType]
    private let variants: [Variant: FlowType]
    private let byStoredName: [String: FlowType]
    private let declared: [ObjectIdentifier: ScreenType]
    private let declaredByName: [String: ScreenType]
    /// Screens that no route names: they take no actions, and become known when they are shown first.
    private let found = Mutex<[ObjectIdentifier: ScreenType]>([:])

    private struct Variant: Hashable {
        var role: ObjectIdentifier
        var idiom: Device.Idiom
    }

    init(_ app: App) throws {
        initial = try app.initial.make()
        let types = try [initial] + app.parts.compactMap { try ($0 as? Flow)?.make() }
        links = app.parts.compactMap { $0 as? Link }
        services = app.parts.compactMap { $0 as? Service }
        let performers = app.parts.compactMap { $0 as? Performer }
        self.performers = Dictionary(performers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let check = BlueprintCheck(types: types, links: links, services: services, performers: performers)
        try check.run()
        warnings = check.warnings
        let plain = types.filter { $0.idiom == nil }
        flows = Dictionary(plain.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        byRole = Dictionary(plain.map { ($0.role, $0) }, uniquingKeysWith: { first, _ in first })
        variants = Dictionary(
            types.compactMap { type in type.idiom.map { (Variant(role: type.role, idiom: $0), type) } },
            uniquingKeysWith: { first, _ in first }
        )
        byStoredName = Dictionary(types.map { ($0.storedName, $0) }, uniquingKeysWith: { first, _ in first })
        let routed = Dictionary(grouping: types.reduce(into: Set()) { $0.formUnion($1.routed) }, by: \.subject)
        let screens = check.screens.map { screen in
            ScreenType.make(screen, routedKinds: routed[ObjectIdentifier(screen), default: []].map(\.kind))
        }
        declared = Dictionary(screens.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        declaredByName = Dictionary(screens.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What flows expect to hear of and nobody does, in sentences. A test that does the work itself needs no performer.
    var missingPerformers: [String] {
        let expected = ([initial] + flows.values + variants.values).flatMap { type in
            type.subjects.compactMap { _, subject in
                if case .job(let job) = subject { (flow: type.storedName, job: job.name) } else { nil }
            }
        }
        return Set(
            expected.filter { performers[$0.job] == nil }.map { flow, job in
                "\(flow) has a route for the job \(job), which nobody does: add Performer(\(job).self) { … } to the app."
            }
        ).sorted()
    }

    /// Every screen that a route or an order names.
    var screens: [ScreenType] { declaredByName.values.sorted { $0.name < $1.name } }

    /// The flow controller for a flow on a device: the variant for it, or the one for all.
    func flow(_ role: ObjectIdentifier, on device: Device) -> FlowType? {
        device.idiom.flatMap { variants[Variant(role: role, idiom: $0)] } ?? byRole[role]
    }

    /// The kinds of device on which another flow controller stands in for a flow.
    func devices(of flow: FlowType) -> [Device.Idiom] {
        Device.Idiom.allCases.filter { variants[Variant(role: flow.role, idiom: $0)] != nil }
    }

    /// What to look for along the responder chain for a screen; nil where no flow of the app has such a route, which
    /// spares looking through all of them.
    func route(_ kind: RouteKey.Kind, _ screen: ScreenType) -> RouteKey? {
        screen.routedKinds.contains(kind) ? RouteKey(kind, screen.metatype) : nil
    }

    /// The flow whose state was stored under that name.
    func flow(stored name: String) -> FlowType? { byStoredName[name] }

    /// What is known of a screen's type.
    func screen(_ type: any Screen.Type) -> ScreenType {
        if let known = declared[ObjectIdentifier(type)] { return known }
        return found.withLock { found in
            if let known = found[ObjectIdentifier(type)] { return known }
            let new = ScreenType.make(type, routedKinds: [])
            found[ObjectIdentifier(type)] = new
            return new
        }
    }

    /// The screen that was stored under that name, or under the mangled name of a type that no route names.
    func screen(stored name: String, mangled: String?) -> ScreenType? {
        if let known = declaredByName[name] { return known }
        guard let mangled, let type = _typeByName(mangled) as? any Screen.Type else { return nil }
        return screen(type)
    }

    /// Whether a screen's type is found by its name alone.
    func isDeclared(_ type: ScreenType) -> Bool { declared[type.id] != nil }
}

extension ScreenType {
    fileprivate static func make<S: Screen>(_ type: S.Type, routedKinds: [RouteKey.Kind]) -> ScreenType {
        ScreenType(type, routedKinds: routedKinds)
    }
}
