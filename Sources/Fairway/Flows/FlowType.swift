import FairwayWire

/// A type-erased flow controller type, with its decoders, routes and catalog data.
final class FlowType: Sendable {
    /// The public name. A device variant has the name of the flow that it replaces.
    let name: String
    /// The type's own name, under which its state is stored.
    let storedName: String
    let version: Int
    /// Nil if the flow has none.
    let title: Text?
    let about: String
    let metatype: any FlowController.Type
    /// The type by which routes and other flows refer to this flow. For a variant, the replaced flow's type.
    let role: ObjectIdentifier
    /// The kind of device that this variant is for. Nil if it is not a variant.
    let idiom: Device.Idiom?
    /// Who may start the flow from outside. For a variant, ``Blueprint/startPolicy(of:)`` applies instead.
    let startPolicy: StartPolicy
    /// How long sessions with this root flow are kept after their end; nil for the default.
    let retention: Duration?
    /// Whether the flow has an output. A flow without one is an initial flow and cannot be left.
    let canEnd: Bool
    /// The type of the output, if a parent has to handle it.
    let result: String?
    /// The registered value. It provides defaults for missing properties in stored state of this version.
    let prototype: any FlowController
    let handlers: [RouteKey: FlowRouteHandler]
    /// The screens that the routes derive from the flow's state.
    let makers: [ObjectIdentifier: ScreenMaker]
    let subjects: [(kind: RouteKey.Kind, subject: RouteSubject)]
    /// The types of slots by the child flows that the routes with `slot:` are for.
    let slots: [ObjectIdentifier: SlotType]
    let order: ErasedOrder?
    /// Nil if clients may pass no input.
    let input: FlowInput?

    private let read: @Sendable ([UInt8], Int, MemberNotes?) throws -> any FlowController
    private let write: @Sendable (any FlowController, Bool) throws -> RawJSON
    private let mask: @Sendable (RawJSON) throws -> RawJSON
    private let begin: @Sendable (Transaction, NodeID) async throws -> Void
    /// The keys of all routes.
    let routed: Set<RouteKey>

    init<F: FlowController>(
        _ prototype: F,
        as role: any FlowController.Type,
        for idiom: Device.Idiom?,
        start: StartPolicy = .anyone,
        retention: Duration? = nil
    ) throws {
        name = role.name
        storedName = F.name
        version = F.version
        let title = F.title.text
        self.title = title.isEmpty ? nil : title
        about = F.about
        metatype = F.self
        self.role = ObjectIdentifier(role)
        self.idiom = idiom
        startPolicy = start
        self.retention = retention
        canEnd = F.Output.self != Never.self
        result = canEnd && F.Output.self != Done.self ? "\(F.Output.self)" : nil
        input = F.Input.self == Never.self ? nil : try FlowInput(of: F.self)
        self.prototype = prototype
        let defaults = try JSON.encode(prototype)
        let stored = StoredType(.flow, F.name)
        read = { bytes, version, notes in
            try F.decode(stored: bytes, version: version, as: stored, absentMembersFrom: defaults, noting: notes)
        }
        write = { flow, masked in
            try RawJSON(encoding: unboxed(flow, as: F.self), userInfo: masked ? [.maskingSensitive: true] : [:])
        }
        mask = { output in
            // Its texts are in the session's language already.
            let output = try JSON.decode(F.Output.self, from: output.bytes, userInfo: [.language: Language.english])
            return try RawJSON(
                encoding: output,
                userInfo: [.language: Language.english, .maskingSensitive: true]
            )
        }
        begin = { transaction, node in
            try await transaction.run(node, with: ()) { (flow: inout F, _, nav) in try await flow.start(nav) }
        }
        var handlers: [RouteKey: FlowRouteHandler] = [:]
        var makers: [ObjectIdentifier: ScreenMaker] = [:]
        let routes = F.routes.all
        for route in routes {
            switch route.body {
            case .handler(let handle): handlers[route.key] = handle
            case .maker(let maker): if let screen = route.key.subject { makers[screen] = maker }
            case .nothing: continue
            }
        }
        slots = try Self.slots(of: routes)
        self.handlers = handlers
        self.makers = makers
        subjects = routes.map { ($0.key.kind, $0.subject) }
        routed = Set(routes.map(\.key))
        order = (F.self as? any OrderedFlow.Type)?.erasedOrder
        if let twice = Dictionary(grouping: routes, by: \.key).values.first(where: { $0.count > 1 })?.first {
            throw Mistake(
                "\(F.name) has two routes for the same thing (\(twice.key.kind) of \(twice.subject.name)); "
                    + "keep one of them."
            )
        }
    }

    private static func slots<F>(of routes: [Route<F>]) throws -> [ObjectIdentifier: SlotType] {
        var slots: [ObjectIdentifier: SlotType] = [:]
        for route in routes {
            guard let slot = route.slot, let child = route.key.subject else { continue }
            if let other = slots.updateValue(slot, forKey: child), other.id != slot.id {
                throw Mistake(
                    "\(F.name) has routes for \(route.subject.name) with slots of the types \(other.name) and "
                        + "\(slot.name): use one type."
                )
            }
        }
        return slots
    }

    func answers(_ key: RouteKey) -> Bool { routed.contains(key) }

    /// The screens in the routes and the steps. A screen may occur more than once.
    var screens: [any Screen.Type] {
        subjects.compactMap { if case .screen(let screen) = $0.subject { screen } else { nil } }
            + (order?.steps.map(\.screen) ?? [])
    }

    /// Decodes stored state. If it has this build's version, missing members are taken from the prototype. An older
    /// version is passed to `migrate`. Throws for a newer one.
    func decode(_ stored: [UInt8], version: Int, noting notes: MemberNotes) throws -> any FlowController {
        try read(stored, version, notes)
    }

    /// Decodes the stored properties of a flow that this type stands for. Missing ones are taken from the prototype.
    func decode(properties: [UInt8]) throws -> any FlowController { try read(properties, version, nil) }

    /// Encodes the flow's state, optionally with sensitive values masked.
    func encode(_ flow: any FlowController, masked: Bool = false) throws -> RawJSON { try write(flow, masked) }

    /// Encodes an output with sensitive values masked. Null if this build cannot read it.
    func masked(output: RawJSON) -> RawJSON { (try? mask(output)) ?? .null }

    func start(_ node: NodeID, in transaction: Transaction) async throws { try await begin(transaction, node) }
}
