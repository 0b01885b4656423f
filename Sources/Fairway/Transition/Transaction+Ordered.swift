import FairwayWire

/// The steps of ordered flows.
extension Transaction {
    func goNext(_ next: Operation.NextStep, _ style: Style, by id: NodeID) throws {
        guard let node = tree[id], let order = node.type.order else { return }
        let step: ErasedStep
        var given: (any Screen)?
        switch next {
        case .following:
            guard let following = followingStep(of: id) else {
                throw Problem(.noNextScreen, "\(node.type.name) has no step after this one.")
            }
            step = following
        case .step(let key):
            step = try order.step(key, of: node.type)
        case .screen(let screen, let key):
            step = try order.step(key, of: node.type)
            given = screen
        }
        let screen = try given ?? takeRetained(step.key, of: id) ?? step.make(node.state)
        try show(screen, style, by: id, as: step)
    }

    /// The step after the one in front of a flow.
    func followingStep(of id: NodeID) -> ErasedStep? {
        guard let node = tree[id], let order = node.type.order else { return nil }
        return order.step(after: node.stepInFront, in: node.state)
    }

    private func takeRetained(_ key: StepKey, of id: NodeID) -> (any Screen)? {
        guard let retained = tree[id]?.retained.first(where: { $0.step == key }) else { return nil }
        tree.modify(id) { $0.retained.removeAll { $0.step == key } }
        return retained.value
    }
}

extension ErasedOrder {
    fileprivate func step(_ key: StepKey, of type: FlowType) throws -> ErasedStep {
        if let exact = steps.first(where: { $0.key == key }) { return exact }
        if key.id == nil, let first = steps.first(where: { $0.key.screen == key.screen }) { return first }
        let name = key.id.map { "\(key.screen) with the id \($0)" } ?? key.screen
        throw Mistake("\(type.storedName) has no step \(name): add it to `order`, or go to one that is there.")
    }
}

extension Node {
    /// The step that made the latest screen of this flow.
    var stepInFront: StepKey? { self.screens.last { $0.step != nil }?.step }
}

extension Tree {
    /// Where an ordered flow stands.
    func progress(of id: NodeID) -> Progress? {
        guard let node = self[id] else { return nil }
        return node.type.order?.progress(at: node.stepInFront, in: node.state)
    }
}
