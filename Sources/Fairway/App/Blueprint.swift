import FairwayWire
import Synchronization

/// A validated app, indexed for lookups.
package final class Blueprint: Sendable {
    let initial: FlowType
    /// Flows by their public name, without device variants.
    let flows: [String: FlowType]
    let links: [Link]
    let services: [Service]
    let languages: Languages
    /// Performers by the name of their job.
    let performers: [String: Performer]
    /// The retentions that flows declare, with the flows that declare each.
    let retentions: [(seconds: Double, rootFlows: Set<String>)]
    /// The names of the flows that a signal may start, by the name of its key.
    let signalStarts: [String: Set<String>]
    /// The names of the jobs whose result or failure a flow handles.
    private let jobsWithRoutes: Set<String>
    /// Whether any flow derives a screen from its state.
    let derivesScreens: Bool
    /// Valid but suspicious declarations, one message each.
    let warnings: [String]
    let layouts = LayoutCache()
    let members = MemberNotes()
    private let byRole: [ObjectIdentifier: FlowType]
    private let variants: [Variant: FlowType]
    private let byStoredName: [String: FlowType]
    private let declared: [ObjectIdentifier: ScreenType]
    private let declaredByName: [String: ScreenType]
    /// Screens that no route names, registered when they are first shown. They take no actions.
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
        languages = try Languages(app.parts.compactMap { $0 as? StringCatalog })
        let performers = app.parts.compactMap { $0 as? Performer }
        self.performers = Dictionary(performers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let check = BlueprintCheck(
            initial: initial,
            types: types,
            links: links,
            services: services,
            performers: performers,
            files: app.files
        )
        try check.run()
        let signalStarts = app.parts.compactMap { $0 as? SignalStart }
        for start in signalStarts {
            guard types.contains(where: { $0.idiom == nil && $0.role == start.role }) else {
                throw Mistake(
                    "SignalStart names \(start.flow), which the app does not declare: add Flow(\(start.flow)()) to the app."
                )
            }
        }
        self.signalStarts = Dictionary(grouping: signalStarts, by: \.key).mapValues { Set($0.map(\.flow)) }
        try EndpointCheck(app: app).run()
        warnings = check.warnings
        derivesScreens = types.contains(where: \.derivesScreens)
        let plain = types.filter { $0.idiom == nil }
        flows = Dictionary(plain.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let retained = Dictionary(grouping: plain.filter { $0.retention != nil }, by: \.retention)
        retentions = retained.map { (($0 ?? .zero) / .seconds(1), Set($1.map(\.name))) }
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
        if let mistake = screens.lazy.compactMap({ $0.controls?.mistake }).first { throw Mistake(mistake) }
        if let unhandled = screens.first(where: { !$0.actions.isEmpty && !$0.isHandled }) {
            throw Mistake(
                "\(unhandled.name) has actions (\(unhandled.actions.joined(separator: ", "))), and no flow has a route for it: add "
                    + "on(\(unhandled.name).self) { … } to the routes of the flow that shows it."
            )
        }
        jobsWithRoutes = Set(
            types.flatMap(\.subjects).compactMap { if case .job(let job) = $0.subject { job.name } else { nil } }
        )
        declared = Dictionary(screens.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        declaredByName = Dictionary(screens.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// One message for each job that a route waits for and no performer does. Not an error, because a test may complete
    /// the job itself.
    var missingPerformers: [String] {
        let expected = ([initial] + flows.values + variants.values).flatMap { type in
            type.subjects.compactMap { _, subject in
                if case .job(let job) = subject { (flow: type.storedName, job: job.name) } else { nil }
            }
        }
        return Set(
            expected.filter { performers[$0.job] == nil }.map { flow, job in
                "\(flow) has a route for the job \(job), which has no performer: add Performer(\(job).self) { … } to the app."
            }
        ).sorted()
    }

    /// Whether a flow has a route for a signal with this name.
    func declares(signal name: String) -> Bool { signal(named: name) != nil }

    /// The type of a signal for which a flow has a route.
    func signal(named name: String) -> (any Signal.Type)? {
        ([initial] + flows.values + variants.values).firstNonNil { $0.signal(named: name) }
    }

    /// Whether a job can end: it has a performer, or a flow that handles its result, which a test may deliver.
    func canEnd(job: String) -> Bool { performers[job] != nil || jobsWithRoutes.contains(job) }

    /// Every screen named by a route or an ordered flow.
    var screens: [ScreenType] { declaredByName.values.sorted { $0.name < $1.name } }

    /// The names of the screens in the routes and steps of a flow, and of the flows that its routes name.
    func screenNames(from flow: String, on device: Device) -> Set<String> {
        var names: Set<String> = []
        var known: Set<ObjectIdentifier> = []
        var pending = flows[flow].map { [$0.role] } ?? []
        while let role = pending.popLast() {
            guard known.insert(role).inserted, let type = self.flow(role, on: device) else { continue }
            names.formUnion(type.screens.map { $0.name })
            pending += type.subjects.compactMap { subject in
                if case .flow(let child) = subject.subject { ObjectIdentifier(child) } else { nil }
            }
        }
        return names
    }

    /// The names of the screens in the routes and steps of a flow and of its device variants; without a flow, of all screens.
    func declaredScreens(of flow: String?) -> Set<String> {
        guard let flow else { return Set(declaredByName.keys) }
        guard let role = flows[flow]?.role else { return [] }
        let types = [byRole[role]] + Device.Idiom.allCases.map { variants[Variant(role: role, idiom: $0)] }
        return Set(types.compactMap(\.self).flatMap(\.screens).map { $0.name })
    }

    /// The flows by the names of the screens in their routes and steps. If several flows have a screen, only the one that the
    /// screen's name begins with.
    var flowsByScreen: [String: String] {
        var declaring: [String: [String]] = [:]
        for flow in flows.values {
            for screen in Set(flow.screens.map { $0.name }) { declaring[screen, default: []].append(flow.name) }
        }
        return Dictionary(
            uniqueKeysWithValues: declaring.compactMap { screen, flows in
                let flow = flows.count == 1 ? flows[0] : flows.first { screen.hasPrefix("\($0).") }
                return flow.map { (screen, $0) }
            }
        )
    }

    /// The device's variant of a flow. Defaults to the flow for all devices.
    func flow(_ role: ObjectIdentifier, on device: Device) -> FlowType? {
        device.idiom.flatMap { variants[Variant(role: role, idiom: $0)] } ?? byRole[role]
    }

    /// Who may start a flow from outside. A variant has the policy of the flow that it replaces.
    func startPolicy(of flow: FlowType) -> StartPolicy { byRole[flow.role]?.startPolicy ?? .anyone }

    /// The kinds of device that have a variant of the flow.
    func devices(of flow: FlowType) -> [Device.Idiom] {
        Device.Idiom.allCases.filter { variants[Variant(role: flow.role, idiom: $0)] != nil }
    }

    /// The key to look up along the responder chain. Nil if no flow of the app has such a route, in which case there is
    /// no lookup.
    func route(_ kind: RouteKey.Kind, _ screen: ScreenType) -> RouteKey? {
        screen.routedKinds.contains(kind) ? RouteKey(kind, screen.metatype) : nil
    }

    /// Finds a flow by the name in its stored state.
    func flow(stored name: String) -> FlowType? { byStoredName[name] }

    func screen(_ type: any Screen.Type) -> ScreenType {
        if let known = declared[ObjectIdentifier(type)] { return known }
        return found.withLock { found in
            if let known = found[ObjectIdentifier(type)] { return known }
            let new = ScreenType.make(type, routedKinds: [])
            found[ObjectIdentifier(type)] = new
            return new
        }
    }

    /// Finds a stored screen's type by its name, or by its mangled name if no route names it.
    func screen(stored name: String, mangled: String?) -> ScreenType? {
        if let known = declaredByName[name] { return known }
        guard let mangled, let type = _typeByName(mangled) as? any Screen.Type else { return nil }
        return screen(type)
    }

    /// Whether a screen's type can be found by its name alone.
    func isDeclared(_ type: ScreenType) -> Bool { declared[type.id] != nil }
}

extension ScreenType {
    /// Whether a flow has a route for its actions, or leaves them to the flows above.
    fileprivate var isHandled: Bool { routedKinds.contains(.action) || routedKinds.contains(.declared) }

    fileprivate static func make<S: Screen>(_ type: S.Type, routedKinds: [RouteKey.Kind]) -> ScreenType {
        ScreenType(type, routedKinds: routedKinds)
    }
}
