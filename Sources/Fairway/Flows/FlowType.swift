import FairwayWire

/// What the engine has to know of a flow controller's type once the type itself is out of sight.
final class FlowType: Sendable {
    /// The name clients and operators know it by; a device's variant has that of the flow it stands in for.
    let name: String
    /// The type's own name, under which its state is stored.
    let storedName: String
    let version: Int
    let about: String
    let metatype: any FlowController.Type
    /// The type that the app's code starts and whose results it waits for.
    let role: ObjectIdentifier
    /// The devices it is for; nil for all that have no variant of their own.
    let idiom: Device.Idiom?
    /// Whether it can finish. One that cannot is an initial flow: there is no way back off its first screen.
    let canEnd: Bool
    /// The registered value: its stored properties are the defaults under input and under older state.
    let prototype: any FlowController
    let handlers: [RouteKey: RouteHandler]
    let viewModels: [RouteKey: ViewModelMaker]
    let subjects: [(kind: RouteKey.Kind, subject: RouteSubject)]
    /// The declared steps, for an ordered flow.
    let order: ErasedOrder?

    typealias ViewModelMaker = @Sendable (any FlowController, any Screen, ScreenContext) async throws -> RawJSON

    private let read: @Sendable ([UInt8], Int) throws -> any FlowController
    private let write: @Sendable (any FlowController, Bool) throws -> RawJSON
    private let begin: @Sendable (Transaction, NodeID) async throws -> Void
    /// Everything that the flow has a route for.
    let routed: Set<RouteKey>

    init<F: FlowController>(_ prototype: F, as role: any FlowController.Type, for idiom: Device.Idiom?) throws {
        name = role.name
        storedName = F.name
        version = F.version
        about = F.about
        metatype = F.self
        self.role = ObjectIdentifier(role)
        self.idiom = idiom
        canEnd = F.Output.self != Never.self
        self.prototype = prototype
        let defaults = try JSON.encode(prototype)
        read = { stored, version in
            version == F.version
                ? try JSON.decode(F.self, from: stored, absentMembersFrom: defaults)
                : try F.migrate(JSON.decode(JSONValue.self, from: stored), from: version)
        }
        write = { flow, masked in
            try RawJSON(encoding: unboxed(flow, as: F.self), userInfo: masked ? [.maskingSensitive: true] : [:])
        }
        begin = { transaction, node in
            try await transaction.run(node, with: ()) { (flow: inout F, _, nav) in try await flow.start(nav) }
        }
        var handlers: [RouteKey: RouteHandler] = [:]
        var viewModels: [RouteKey: ViewModelMaker] = [:]
        let routes = F.routes.all
        for route in routes {
            switch route.body {
            case .handler(let handle): handlers[route.key] = handle
            case .viewModel(let make): viewModels[route.key] = make
            case .nothing: continue
            }
        }
        self.handlers = handlers
        self.viewModels = viewModels
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

    /// Whether a route answers to that key.
    func answers(_ key: RouteKey) -> Bool { routed.contains(key) }

    /// The flow that was stored, by this build or an older one; members that are absent come from the prototype.
    func decode(_ stored: [UInt8], version: Int) throws -> any FlowController { try read(stored, version) }

    /// A flow started from outside: its stored properties from the request, the others from the prototype.
    func decode(input: [UInt8]) throws -> any FlowController { try read(input, version) }

    /// The flow's state as it is stored, or masked for people to read.
    func encode(_ flow: any FlowController, masked: Bool = false) throws -> RawJSON { try write(flow, masked) }

    /// Runs the flow's `start`.
    func start(_ node: NodeID, in transaction: Transaction) async throws { try await begin(transaction, node) }
}
