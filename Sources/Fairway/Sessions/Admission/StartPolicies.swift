import FairwayWire

/// The start policies that flows declare: who may begin a flow from outside, by a start or with a link.
struct StartPolicies: EngineRule {
    private let blueprint: Blueprint

    init(of blueprint: Blueprint) { self.blueprint = blueprint }

    func mayStart(_ request: StartRequest?, by requester: Requester) throws(Problem) {
        guard let request else { return }
        try mayOpen(blueprint.rootFlow(of: request, on: request.device), for: requester.user)
    }

    /// Throws if a flow needs a user and the session has none. A link may open flows that clients cannot start.
    func mayOpen(_ flow: FlowType, for user: User?) throws(Problem) {
        guard user == nil, blueprint.startPolicy(of: flow) == .signedIn else { return }
        throw Problem(.signInRequired, "\(flow.name) needs a user. Sign in first.")
    }
}

extension Blueprint {
    /// The flow that a session starts with, by default the app's initial one. Clients may not name a flow that only the app
    /// starts.
    func rootFlow(of request: StartRequest, on device: Device) throws(Problem) -> FlowType {
        guard let name = request.flow else { return flow(initial.role, on: device) ?? initial }
        let available = flows.filter { request.mayStartAppOnlyFlow || $1.startPolicy != .appOnly }
        guard let named = available[name], let type = flow(named.role, on: device) else {
            throw Problem(
                .noSuchFlow,
                "There is no flow \(name).",
                members: ["available": .array(available.keys.sorted().map(JSONValue.string))]
            )
        }
        return type
    }
}
