import FairwayWire
import Foundation

/// The effects, the changes to timers and jobs, and the return links of a change.
struct Outbox {
    /// A sandbox has no effects, and its return links are void.
    private let isSandbox: Bool
    private let origin: WorkOrigin
    private(set) var effects: [EffectDocument] = []
    private(set) var work: [WorkChange] = []
    /// The newest return links, oldest first.
    private(set) var links: [StoredLink] = []
    /// The keys to bind.
    private(set) var keys: [KeyBinding] = []
    /// The receipt of the signal that was delivered.
    private(set) var receipts: [SignalReceipt] = []
    /// Whether the signal was the session's work.
    private(set) var completesReceipts = false

    init(isSandbox: Bool, origin: WorkOrigin = WorkOrigin()) {
        self.isSandbox = isSandbox
        self.origin = origin
    }

    /// Adds an effect. No id is made in a sandbox.
    mutating func perform<E: Effect>(_ effect: E, id: @autoclosure () -> String, in language: Language) throws {
        guard !isSandbox else { return }
        let encoded = try JSON.encode(effect, userInfo: [.language: language])
        guard case .object(let payload) = try JSON.decode(JSONValue.self, from: encoded) else {
            throw Mistake("\(E.self) does not encode to an object: give it stored properties.")
        }
        effects.append(EffectDocument(effect: E.name, id: id(), payload: payload))
    }

    /// Adds a timer, in place of the flow's item with the same label.
    mutating func schedule<E: Event>(_ event: E, id: String, label: String?, due: Date, for node: NodeID) throws {
        if let label { cancel(label, of: node) }
        work.append(
            .add(
                WorkItem(
                    id: id,
                    kind: .timer,
                    node: node.description,
                    name: E.name,
                    payload: try RawJSON(encoding: event),
                    version: E.version,
                    due: due,
                    label: label,
                    request: origin.request,
                    trace: origin.trace
                )
            )
        )
    }

    /// Adds a job, in place of the flow's item with the same label.
    mutating func run<J: Job>(_ job: J, id: String, label: String?, due: Date, for node: NodeID) throws {
        if let label { cancel(label, of: node) }
        work.append(
            .add(
                WorkItem(
                    id: id,
                    kind: .job,
                    node: node.description,
                    name: J.name,
                    payload: try RawJSON(encoding: job),
                    version: J.version,
                    due: due,
                    label: label,
                    outlivesFlow: J.outlivesFlow,
                    request: origin.request,
                    trace: origin.trace
                )
            )
        )
    }

    mutating func cancel(_ label: String, of node: NodeID) {
        work.append(.cancel(node: node.description, label: label))
    }

    /// Deletes a delivered item.
    mutating func finish(_ item: WorkItem) { work.append(.finish(id: item.id)) }

    /// Keeps an item for an operator.
    mutating func giveUp(_ item: WorkItem, error: String) { work.append(.giveUp(id: item.id, error: error)) }

    mutating func add(_ link: StoredLink) {
        guard !isSandbox else { return }
        links.append(link)
        // The session does not keep more, and a handler may make any number.
        if links.count > StoredLink.mostPerSession { links.removeFirst() }
    }

    mutating func bind(_ key: KeyBinding) { keys.append(key) }

    /// Whether there are keys to bind, or a receipt to store.
    var hasSignals: Bool { !keys.isEmpty || !receipts.isEmpty }

    /// Notes that a signal was delivered.
    mutating func receive(_ receipt: SignalReceipt, asWork: Bool) {
        receipts = [receipt]
        completesReceipts = asWork
    }

    /// Adds a signal that a session starts with.
    mutating func add(_ signal: WorkItem) { work.append(.add(signal)) }

    /// The changes to timers and jobs, without the items that were added for flows that have left within this change.
    /// No flow can receive their results.
    func work(_ isActive: (NodeID) -> Bool) -> [WorkChange] {
        work.filter { change in
            guard case .add(let item) = change, !item.outlivesFlow else { return true }
            return NodeID(item.node).map(isActive) ?? false
        }
    }
}

/// What asked for timers and jobs.
struct WorkOrigin: Sendable {
    /// The id of the request; nil if there is none.
    var request: String?
    /// Nil if changes are not traced.
    var place: Place?

    /// The trace of the change, as in `traceparent`; nil if changes are not traced. Computed, because most changes add no work.
    var trace: String? { place.map { $0.trace.place(inSession: $0.session, revision: $0.revision) } }

    /// The revision that a traced change makes.
    struct Place: Sendable {
        let trace: any ChangeTrace
        let session: String
        let revision: Int
    }
}
