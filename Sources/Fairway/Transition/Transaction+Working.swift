import FairwayWire
import Foundation

/// Timers, background work, and signals that have waited.
extension Transaction {
    func schedule<E: Event>(_ event: E, after delay: Duration, id label: String?, for node: NodeID) {
        let due = context.now.addingTimeInterval(delay / .seconds(1))
        do {
            try outbox.schedule(event, id: editor.tree.next.makeJob(), label: label, due: due, for: node)
        } catch {
            fail(ChangeFailure(error))
        }
    }

    func run<J: Job>(_ job: J, id label: String?, for node: NodeID) -> String {
        if !blueprint.canEnd(job: J.name) {
            let flow = editor.tree[node]?.type.storedName ?? "a flow"
            fail(
                .mistake(
                    Mistake(
                        "\(flow) runs the job \(J.name), which has no performer: add Performer(\(J.name).self) { … } to "
                            + "the app."
                    )
                )
            )
        }
        let id = editor.tree.next.makeJob()
        do {
            try outbox.run(job, id: id, label: label, due: context.now, for: node)
        } catch {
            fail(ChangeFailure(error))
        }
        return WorkItem.outsideID(id, of: context.session)
    }

    /// Delivers a timer or a job's result to the flow that requested it. An event goes up the responder chain.
    func deliver(_ item: WorkItem, _ result: WorkResult) async throws {
        let node = NodeID(item.node).flatMap { editor.tree[$0] }
        subject = JournalSubject(flow: node?.type.name, name: item.name)
        let isHandled = node?.type.handles(failureOf: item) ?? false
        subject.delivery = JournalEntry.Delivery(result, isHandled: isHandled)
        // The failure has no handler, so keep the job for an operator.
        if let (failure, cause) = result.failure, node == nil ? item.outlivesFlow : !isHandled {
            return outbox.giveUp(item, error: cause ?? failure.message.description)
        }
        outbox.finish(item)
        guard let node else { return }
        switch result {
        case .dropped:
            return
        case .due where item.kind == .signal: try await deliver(signal: item)
        case .due:
            let (responder, type) = try editor.tree.receiver(of: item, from: node)
            let event = try type.decode(item, noting: blueprint.members)
            try await deliver(event, for: RouteKey(.event, type), to: responder)
        case .completed(let output, let version):
            guard let type = node.type.job(named: item.name) else { return }
            let result = try type.decodeOutput(output, version: version, noting: blueprint.members)
            try await deliver(result, for: RouteKey(.completion, type), to: node)
        case .failed(let failure, _), .cancelled(let failure):
            guard let type = node.type.job(named: item.name) else { return }
            try await deliver(failure, for: RouteKey(.failure, type), to: node)
        }
    }

    private func deliver(_ payload: Any, for key: RouteKey, to node: Node) async throws {
        guard let handler = node.type.handlers[key] else { return }
        _ = try await handler(self, node.id, payload)
    }
}

extension Tree {
    /// The nearest flow above a timer that handles its event.
    fileprivate func receiver(of timer: WorkItem, from node: Node) throws(Mistake) -> (Node, any Event.Type) {
        for responder in chain(from: node.id) {
            if let type = responder.type.event(named: timer.name) { return (responder, type) }
        }
        throw Mistake("neither \(node.type.name) nor a flow above it has a route on(event:) for \(timer.name).")
    }

    /// Throws if the flow that requested a job cannot decode its output. Returns the version of the output.
    func check(_ output: RawJSON, of item: WorkItem) throws(Problem) -> Int {
        guard let node = NodeID(item.node).flatMap({ self[$0] }), let type = node.type.job(named: item.name) else {
            return 1
        }
        do {
            _ = try type.decodeOutput(output, version: type.outputVersion, noting: nil)
            return type.outputVersion
        } catch let error as JSONError {
            let field = FieldError(error, under: "/result")
            throw Problem(.invalidInput, "That is not an output of \(item.name).", errors: [field])
        } catch {
            throw Problem(.invalidInput, "That is not an output of \(item.name): \(error)")
        }
    }

    /// Decodes what will be delivered to a flow: a timer's event, or the result of a job that has ended. Throws if this
    /// build cannot.
    func checkDelivery(of work: StoredWork, noting notes: MemberNotes) throws {
        let item = work.item
        guard let node = NodeID(item.node).flatMap({ self[$0] }) else { return }
        if item.kind == .timer {
            _ = try receiver(of: item, from: node).1.decode(item, noting: notes)
        } else if case .completed(let output, let version) = work.progress.result {
            _ = try node.type.job(named: item.name)?.decodeOutput(output, version: version, noting: notes)
        }
    }
}

extension Event {
    fileprivate static func decode(_ timer: WorkItem, noting notes: MemberNotes) throws -> Self {
        let type = StoredType(.event, name)
        return try decode(stored: timer.payload.bytes, version: timer.version, as: type, noting: notes)
    }
}

extension FlowType {
    fileprivate func event(named name: String) -> (any Event.Type)? {
        subjects.firstNonNil { if case .event(let type) = $0.subject, type.name == name { type } else { nil } }
    }

    /// Whether the flow handles a job's failure. If not, an operator has to.
    fileprivate func handles(failureOf item: WorkItem) -> Bool {
        job(named: item.name).map { handlers[RouteKey(.failure, $0)] != nil } ?? false
    }

    fileprivate func job(named name: String) -> (any Job.Type)? {
        subjects.firstNonNil { if case .job(let type) = $0.subject, type.name == name { type } else { nil } }
    }

    func signal(named name: String) -> (any Signal.Type)? {
        subjects.firstNonNil { if case .signal(let type) = $0.subject, type.name == name { type } else { nil } }
    }
}
