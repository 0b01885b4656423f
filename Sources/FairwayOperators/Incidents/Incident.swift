package import Fairway
public import FairwayWire
public import Foundation

/// A refused or failed change of a session, noted for operators.
///
/// An incident makes no revision and is not in the journal. It contains no values that a user entered.
public struct Incident: Hashable, Sendable {
    /// The session's id.
    public var session: String
    /// The session's revision, which the change did not increment.
    public var revision: Int
    /// The time.
    public var at: Date
    /// The kind of change, as in the journal.
    public var kind: String
    /// The node of the flow.
    public var node: Int?
    /// The flow that shows the screen, or that requested the timer or job.
    public var flow: String?
    /// The screen that the change was made on.
    public var screen: String?
    /// The name of the action, tab, signal, event or job.
    public var name: String?
    /// The code of the problem.
    public var code: String
    /// The invalid members of the request. Their sentences contain nothing that a user may have typed.
    public var errors: [FieldError]
    /// The reason of a failure. Only operators see it.
    public var cause: String?
    /// The id of the request; of a timer or a job, that of the request that asked for it. Nil if there was none.
    public var request: String?

    /// A session keeps this many incidents, the newest ones.
    public static let mostPerSession = 50

    /// An incident with all its columns.
    public init(
        session: String,
        revision: Int,
        at: Date,
        kind: String,
        node: Int? = nil,
        flow: String? = nil,
        screen: String? = nil,
        name: String? = nil,
        code: String,
        errors: [FieldError] = [],
        cause: String? = nil,
        request: String? = nil
    ) {
        self.session = session
        self.revision = revision
        self.at = at
        self.kind = kind
        self.node = node
        self.flow = flow
        self.screen = screen
        self.name = name
        self.code = code
        self.errors = errors
        self.cause = cause
        self.request = request
    }

    private static let failureCodes = [ProblemCode.flowFailed, .flowTimeout].map(\.rawValue)
    private static let failureKinds = [ChangeKind.timer, .job].map(\.name)

    /// Whether it is a failed attempt of a timer or a job, of which no user has read.
    package var isOfWork: Bool { Self.failureKinds.contains(kind) }

    /// Whether the app failed: a handler threw or took too long, or an attempt of a timer or a job failed. Other incidents
    /// are refusals.
    public var isFailure: Bool { Self.failureCodes.contains(code) || isOfWork }

    /// The SQL condition for ``isFailure``. The index `incidents_of_failures` has the same.
    package static let failureCondition = "(code IN ('flow-failed', 'flow-timeout') OR kind IN ('timer', 'job'))"
}

extension Incident {
    /// The columns that ``init(_:of:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "revision", "at_ms", "kind", "node", "flow", "screen", "name", "code", "errors_json", "cause", "request",
    ]

    package init(_ row: some StoredRow, of session: String) {
        self.init(
            session: session,
            revision: row.int(0),
            at: row.date(1),
            kind: row.text(2),
            node: row.optionalInt(3),
            flow: row.optionalText(4),
            screen: row.optionalText(5),
            name: row.optionalText(6),
            code: row.text(7),
            errors: (row.list(8) as [StoredError]).map(\.error),
            cause: row.optionalText(9),
            request: row.optionalText(10)
        )
    }

    /// The encoded ``errors``; nil for an empty list.
    package var storedErrors: RawJSON? {
        errors.isEmpty ? nil : try? RawJSON(encoding: errors.map(StoredError.init))
    }

    /// An invalid member as it is stored.
    private struct StoredError: Codable {
        var pointer: String
        var code: String
        var sentence: RawJSON?

        init(_ error: FieldError) { (pointer, code, sentence) = (error.pointer, error.code, error.sentence) }

        var error: FieldError {
            var error = FieldError(pointer, code)
            error.sentence = sentence
            return error
        }
    }
}
