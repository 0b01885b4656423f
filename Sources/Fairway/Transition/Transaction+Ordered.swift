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

    /// Changes a screen that a flow shows, or one it has retained.
    func update<S: Screen>(_ type: S.Type, step: String?, of id: NodeID, _ change: (inout S) -> Void) -> Bool {
        guard let place = place(of: type, step: step, in: id) else { return false }
        switch place {
        case .asked(let index):
            guard case .show(let screen, let style) = asked[index].operation, var screen = screen as? S else {
                return false
            }
            change(&screen)
            asked[index].operation = .show(screen, style)
        case .shown(let index):
            tree.modify(id) { node in
                guard var screen = node.screens[index].value as? S else { return }
                change(&screen)
                node.screens[index].value = screen
                node.screens[index].encoded = nil
            }
        case .retained(let index):
            tree.modify(id) { node in
                guard var screen = node.retained[index].value as? S else { return }
                change(&screen)
                node.retained[index].value = screen
            }
        }
        return true
    }

    /// The stored properties of a screen that a flow shows or has retained.
    func instance<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> S? {
        switch place(of: type, step: step, in: id) {
        case .asked(let index): if case .show(let screen, _) = asked[index].operation { screen as? S } else { nil }
        case .shown(let index): tree[id]?.screens[index].value as? S
        case .retained(let index): tree[id]?.retained[index].value as? S
        case nil: nil
        }
    }

    private enum ScreenPlace {
        case asked(Int)
        case shown(Int)
        case retained(Int)
    }

    /// The latest screen of a type that a flow has asked to show, shows, or has retained.
    private func place<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> ScreenPlace? {
        func fits(_ value: any Screen, _ key: StepKey?) -> Bool { value is S && (step == nil || key?.id == step) }
        let pending = asked.lastIndex { operation, node in
            if node == id, case .show(let screen, _) = operation { fits(screen, nil) } else { false }
        }
        if let pending { return .asked(pending) }
        guard let node = tree[id] else { return nil }
        if let index = node.screens.lastIndex(where: { fits($0.value, $0.step) }) { return .shown(index) }
        return node.retained.lastIndex { fits($0.value, $0.step) }.map(ScreenPlace.retained)
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
