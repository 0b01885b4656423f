public import FairwayWire
public import Foundation

/// A change of a session.
///
/// Optional properties are constants for the same reason as in ``FlowRow``.
public struct JournalEntry: Hashable, Sendable {
    /// The revision after the change.
    public var revision: Int
    /// The time.
    public var at: Date
    /// The kind of change.
    public var kind: String
    /// The flow that showed the screen.
    public let flow: String?
    /// The screen that the change started from.
    public let screen: String?
    /// The name of the action, signal, link, event or job.
    public let name: String?
    /// Its parameters, with sensitive values masked.
    public let params: RawJSON?
    /// The moves.
    public var moves: [Move]
    /// The effects, which a resumed stream repeats.
    public var effects: [EffectDocument]
    /// The front screen afterwards.
    public let to: String?
    /// The duration of the change without its commit.
    public var microseconds: Int
    /// The flows that started or left, and the screens that entered or came to the front; nil if none did.
    public let trail: Trail?
    /// How the delivered timer or job had ended; nil for other changes.
    public let delivery: Delivery?
    /// The id of the call's request; nil if the change has none, such as that of a timer or a job.
    public let request: String?

    /// An entry with all its columns.
    public init(
        revision: Int,
        at: Date,
        kind: String,
        flow: String? = nil,
        screen: String? = nil,
        name: String? = nil,
        params: RawJSON? = nil,
        moves: [Move] = [],
        effects: [EffectDocument] = [],
        to: String? = nil,
        microseconds: Int = 0,
        trail: Trail? = nil,
        delivery: Delivery? = nil,
        request: String? = nil
    ) {
        self.revision = revision
        self.at = at
        self.kind = kind
        self.flow = flow
        self.screen = screen
        self.name = name
        self.params = params
        self.moves = moves
        self.effects = effects
        self.to = to
        self.microseconds = microseconds
        self.trail = trail
        self.delivery = delivery
        self.request = request
    }

    /// How a timer or a job had ended when its flow learned of it.
    public struct Delivery: Hashable, Sendable, Codable {
        /// The end.
        public var result: Result
        /// For a job that failed: the sentence for the user, as the flow received it.
        public var message: Text?
        /// For a job that failed in its last attempt: the error, for operators.
        public var cause: String?
        /// For a job that failed: the number of attempts.
        public var attempts: Int?
        /// For a job that failed: whether the flow handled the failure. If not, the job waits for an operator.
        public var isHandled: Bool?
        /// For a job that an operator cancelled: true. Nothing is wrong with such a job.
        public var isCancelled: Bool?

        /// The ends of work.
        public enum Result: String, Hashable, Sendable, Codable {
            /// The timer was due, or the job has a result.
            case completed
            /// The performer ended the job with ``GiveUp``.
            case failed
            /// The job failed in its last attempt, or an operator cancelled it.
            case givenUp = "given-up"
        }

        /// A delivery. All but the result belongs to a failure.
        public init(
            _ result: Result,
            message: Text? = nil,
            cause: String? = nil,
            attempts: Int? = nil,
            isHandled: Bool? = nil,
            isCancelled: Bool? = nil
        ) {
            self.result = result
            self.message = message
            self.cause = cause
            self.attempts = attempts
            self.isHandled = isHandled
            self.isCancelled = isCancelled
        }

        /// The delivery of a result; nil for work that was dropped, because its flow is not told.
        init?(_ result: WorkResult, isHandled: Bool) {
            switch result {
            case .due, .completed: self.init(.completed)
            case .failed(let failure, let cause):
                self.init(
                    cause == nil ? .failed : .givenUp,
                    message: failure.message,
                    cause: cause,
                    attempts: failure.attempts,
                    isHandled: isHandled
                )
            case .cancelled(let failure):
                self.init(
                    .givenUp,
                    message: failure.message,
                    cause: WorkResult.causeOfCancellation,
                    attempts: failure.attempts,
                    isHandled: isHandled,
                    isCancelled: true
                )
            case .dropped: return nil
            }
        }
    }
}

extension JournalEntry {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "revision", "at_ms", "kind", "flow", "screen", "name", "params_json", "moves_json", "effects_json", "to_screen",
        "took_microseconds", "trail_json", "delivery_json", "request",
    ]

    /// The columns, qualified with a table's name.
    package static func columns(of alias: String) -> String {
        columnNames.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    package init(_ row: some StoredRow) {
        self.init(
            revision: row.int(0),
            at: row.date(1),
            kind: row.text(2),
            flow: row.optionalText(3),
            screen: row.optionalText(4),
            name: row.optionalText(5),
            params: row.optionalJSON(6),
            moves: row.list(7),
            effects: row.list(8),
            to: row.optionalText(9),
            microseconds: row.int(10),
            trail: row.trail(11),
            delivery: row.delivery(12),
            request: row.optionalText(13)
        )
    }
}

/// What a change did to the flows of a session and to its front screen. Funnels are computed from the trails of the journal.
public struct Trail: Hashable, Sendable, Decodable {
    /// The flows that started, parents first.
    public var started: [Start]
    /// The flows that left.
    public var left: [Departure]
    /// The front screen afterwards; nil if the session is over.
    public var front: Front?
    /// The other screens that entered a stack, oldest first; nil if there are none. A change that presents a flow over a new
    /// screen has one.
    public var entered: [Front]?
    /// The version of the device's app, if a flow started.
    public var app: String?
    /// The device's idiom, if a flow started.
    public var idiom: Device.Idiom?
    /// The device's locale, if a flow started.
    public var locale: String?

    /// A flow that started.
    public struct Start: Hashable, Sendable, Decodable {
        /// The flow's node.
        public var node: Int
        /// The node of the flow that started it; nil for the root flow.
        public var parent: Int?
        /// The flow's name.
        public var flow: String

        /// A start.
        public init(node: Int, parent: Int?, flow: String) {
            self.node = node
            self.parent = parent
            self.flow = flow
        }
    }

    /// A flow that left.
    public struct Departure: Hashable, Sendable, Decodable {
        /// The flow's node.
        public var node: Int
        /// How it left: `completed` with an output, `ended` or `expired` with its session, otherwise `dismissed`.
        public var outcome: SessionOutcome

        /// A departure.
        public init(node: Int, outcome: SessionOutcome) {
            self.node = node
            self.outcome = outcome
        }
    }

    /// A screen that entered or came to the front.
    public struct Front: Hashable, Sendable, Decodable {
        /// The nodes from the root flow to the flow that shows the screen.
        public var nodes: [Int]
        /// The number of the screen. A screen that is shown again has another number.
        public var screen: Int
        /// The screen's name.
        public var name: String

        /// A screen.
        public init(nodes: [Int], screen: Int, name: String) {
            self.nodes = nodes
            self.screen = screen
            self.name = name
        }
    }

    /// A trail. The device is kept only if a flow started.
    public init(
        started: [Start] = [],
        left: [Departure] = [],
        front: Front?,
        entered: [Front] = [],
        device: Device = Device()
    ) {
        self.started = started
        self.left = left
        self.front = front
        self.entered = entered.isEmpty ? nil : entered
        guard !started.isEmpty else { return }
        (app, idiom, locale) = (device.app, device.idiom, device.locale)
    }
}

extension Trail: HandWritten {
    /// Appends the stored form.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("started")
        writer.array(started) { writer, start in
            writer.beginObject()
            writer.key("node")
            writer.int(start.node)
            if let parent = start.parent {
                writer.key("parent")
                writer.int(parent)
            }
            writer.key("flow")
            writer.string(start.flow)
            writer.endObject()
        }
        writer.key("left")
        writer.array(left) { writer, departure in
            writer.beginObject()
            writer.key("node")
            writer.int(departure.node)
            writer.key("outcome")
            writer.string(departure.outcome.rawValue)
            writer.endObject()
        }
        if let front {
            writer.key("front")
            front.write(to: &writer)
        }
        if let entered {
            writer.key("entered")
            writer.array(entered) { $1.write(to: &$0) }
        }
        if let app {
            writer.key("app")
            writer.string(app)
        }
        if let idiom {
            writer.key("idiom")
            writer.string(idiom.rawValue)
        }
        if let locale {
            writer.key("locale")
            writer.string(locale)
        }
        writer.endObject()
    }
}

extension Trail.Front {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("nodes")
        writer.array(nodes) { $0.int($1) }
        writer.key("screen")
        writer.int(screen)
        writer.key("name")
        writer.string(name)
        writer.endObject()
    }
}

extension StoredRow {
    /// Reads a trail; nil for null.
    package func trail(_ column: Int) -> Trail? {
        isNull(column) ? nil : try? JSON.decode(Trail.self, from: bytes(column))
    }

    package func delivery(_ column: Int) -> JournalEntry.Delivery? {
        isNull(column) ? nil : try? JSON.decode(JournalEntry.Delivery.self, from: bytes(column))
    }
}
