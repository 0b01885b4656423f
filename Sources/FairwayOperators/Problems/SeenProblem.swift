package import Fairway
public import Foundation

/// The occurrences of a problem in one session and one hour.
public struct SeenProblem: Hashable, Sendable {
    /// The problem.
    public var group: ProblemGroup
    /// The session's id; nil for calls that were refused to start a session.
    public var session: String?
    /// Without a session: the version of the client's app; nil if the client has told none.
    public var app: String?
    /// The number of occurrences.
    public var count: Int
    /// The time of the first one.
    public var first: Date
    /// The time of the last one, in the same hour.
    public var last: Date

    /// Occurrences.
    public init(
        _ group: ProblemGroup,
        session: String?,
        app: String? = nil,
        count: Int = 1,
        first: Date,
        last: Date
    ) {
        self.group = group
        self.session = session
        self.app = app
        self.count = count
        self.first = first
        self.last = last
    }

    /// Other causes of the place count towards `OperatorLimits.causesPerProblem` if they were seen after this time.
    package var recentCausesSince: Date { last.addingTimeInterval(-3_600 * Double(OperatorLimits.hoursPerProblem)) }

    /// What a server counts of them, if anything. Work that was given up is counted by its attempts; a `GiveUp` is no failure of the
    /// server.
    package var measure: ServerCount.Measure? {
        switch group.kind {
        case .refused, .unsupported: .refused
        case .failed: .failed
        case .attemptFailed: .attemptsFailed
        case .givenUp: nil
        }
    }
}

/// Occurrences that are added to a store together, once.
public struct ProblemBatch: Hashable, Sendable {
    /// The writer of the batch. Each process has others.
    public var writer: String
    /// The number of the batch. A writer's numbers grow from batch to batch.
    public var number: Int
    /// The occurrences.
    public var problems: [SeenProblem]
    /// The sessions of a problem that are listed, those that started last.
    package var mostSessions = OperatorLimits.sessionsPerProblem

    /// A batch.
    public init(writer: String, number: Int, problems: [SeenProblem]) {
        self.writer = writer
        self.number = number
        self.problems = problems
    }
}

extension OperatorStore {
    /// Adds occurrences of problems in a batch of its own. A repeated call adds them again.
    package func addProblems(_ problems: [SeenProblem]) async throws(StoreError) {
        try await addProblems(ProblemBatch(writer: UUID().uuidString, number: 1, problems: problems))
    }
}
