import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Foundation

/// What fails, and how often.
extension Admin {
    func addProblemRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/problems",
            description: APIOperation(
                "Groups of refused and failed changes, and of timers and jobs that were given up; those that were seen last first.",
                "Admin",
                .operator
            )
            .explained("Each group has one cause. Begin here when users report errors.")
            .reads(
                query: "since",
                "Only problems that were seen at this time or later.",
                Self.moment,
                example: "2026-11-19T09:30:00.000Z"
            )
            .reads(
                query: "status",
                "Only problems with this status.",
                Self.names(of: ListedProblem.Status.allCases),
                example: "open"
            )
            .reads(query: "flow", "Only problems of this flow.", example: "Checkout")
            .reads(
                query: "kind",
                "Only problems of this kind.",
                Self.names(of: ProblemGroup.Kind.allCases),
                example: "failed"
            )
            .reads(
                query: "build",
                "Only problems that a server with this build has seen first or last.",
                example: "3.1.0"
            )
            .readsPage()
            .answers(200, "A page of problems.", ProblemsDocument.self)
            .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let since = ProblemDocument.hoursSince(api.clock.now)
                let query = ProblemsQuery(
                    since: try call.query.moment("since"),
                    status: try call.query.choice("status"),
                    flow: call.query.text("flow"),
                    kind: try call.query.choice("kind"),
                    build: call.query.text("build"),
                    hoursSince: since,
                    cursor: call.query.text("cursor"),
                    limit: try call.query.limit()
                )
                try await api.operators.foldProblemsForReading()
                let (page, newest) = (try await store.problems(query), try await store.newestBuild())
                let rows = page.rows.lazy.map {
                    ProblemDocument($0, newestBuild: newest, since: since, showsRecords: call.showsRecords)
                }
                return try await .page("problems", rows, next: page.next)
            }
        }
        router.on(
            .get,
            "/v1/admin/problems/{problem}",
            description: APIOperation("A problem.", "Admin", .operator)
                .explained("Its sessions are in `/v1/admin/sessions?problem=`.")
                .answers(200, "The problem.", ProblemDocument.self)
                .refuses(.noSuchProblem)
        ) { (request, exchange, problem: String) in
            answer(request, exchange, needs: .view) { call in
                try await api.operators.foldProblemsForReading()
                return try .json(try await document(of: problem, for: call))
            }
        }
        router.on(
            .put,
            "/v1/admin/problems/{problem}",
            description: APIOperation(
                "Sets the status of a problem. A resolved problem that is seen again is open again.",
                "Admin",
                .operator
            )
            .explained("Mute what needs no attention, and resolve what a build has mended.")
            .takes(ProblemBody.self)
            .answers(200, "The problem.", ProblemDocument.self)
            .refuses(.invalidParams, .noSuchProblem)
        ) { (request, exchange, problem: String) in
            answer(request, exchange, needs: .support, audited: .problem(problem)) { call in
                let body = try request.decodeBody(ProblemBody.self, wrongValue: .invalidParams)
                // What has happened before is seen before.
                try await api.operators.foldProblemsForReading()
                guard try await store.setStatus(body.status, of: problem, at: api.clock.now) else {
                    throw Problem(.noSuchProblem)
                }
                return try .json(try await document(of: problem, for: call))
            }
        }
    }

    private struct ProblemBody: Decodable, DescribedType {
        var status: ListedProblem.Status

        static let described = TypeDescription(
            "The status of a problem.",
            .init("status", "The new status.", "resolved")
        )
    }

    private static func names(of cases: [some RawRepresentable<String>]) -> JSONObject {
        ["enum": .array(cases.map { .string($0.rawValue) })]
    }

    private func document(of problem: String, for call: OperatorCall) async throws -> ProblemDocument {
        let since = ProblemDocument.hoursSince(api.clock.now)
        guard let found = try await store.problem(problem, hoursSince: since) else { throw Problem(.noSuchProblem) }
        return ProblemDocument(
            found,
            newestBuild: try await store.newestBuild(),
            since: since,
            showsRecords: call.showsRecords
        )
    }
}

extension APIOperation {
    /// Adds the query parameter that selects sessions by a problem.
    func readsProblem() -> APIOperation {
        reads(query: "problem", "Only sessions in which the problem with this id has occurred.", example: "p-31c7f2")
    }
}

/// `GET /v1/admin/problems`.
struct ProblemsDocument: Codable, DescribedType {
    var problems: [ProblemDocument]
    var next: String?

    static let described = TypeDescription(
        "A page of problems.",
        .init("problems", "The problems; those that were seen last first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )
}

/// `GET /v1/admin/problems/{problem}`.
struct ProblemDocument: Codable, DescribedType {
    var id: String
    var kind: ProblemGroup.Kind
    var flow: String?
    /// Nil for timers and jobs.
    var screen: String?
    /// The name of the action, tab, signal, event or job; nil if the app does not declare it.
    var name: String?
    var code: String
    /// Nil for a refusal, and for an operator with the role `view`.
    var cause: String?
    /// The number of sessions, including deleted ones.
    var sessions: Int
    var count: Int
    var firstSeen: Date
    var lastSeen: Date
    var firstBuild: String?
    var lastBuild: String?
    /// Largest first.
    var apps: [AppCount]
    /// Whether it was first seen under the newest build, the one that was started last.
    var isNew: Bool
    var status: ListedProblem.Status
    /// The newest build when it was resolved. It stays when the problem is seen again.
    var resolvedIn: String?
    /// Each of the last 24 hours, oldest first. The last one is the present hour.
    var hours: [HourCount]

    static let described = TypeDescription(
        "Refused or failed changes, or timers and jobs that were given up, with the same cause.",
        .init("id", "The problem's id.", "p-31c7f2"),
        .init("kind", "What failed.", "failed"),
        .init("flow", "The flow in front; `null` if the session was over.", "Checkout"),
        .init("screen", "The screen in front; `null` for timers and jobs.", "Checkout.Payment"),
        .init(
            "name",
            "The name of the action, tab, signal, event or job; `null` if the app does not declare it.",
            "payButtonPressed"
        ),
        .init("code", "The problem code.", "flow-failed"),
        .init(
            "cause",
            "The error that the code of the app threw; `null` for a refusal, and for the role `view`.",
            "the bank does not answer"
        ),
        .init("sessions", "The number of sessions, including deleted ones.", 12),
        .init("count", "How often it happened.", 31),
        .init("firstSeen", "When it happened first.", "2026-11-26T08:00:00.000Z"),
        .init("lastSeen", "When it happened last.", "2026-11-26T09:30:00.000Z"),
        .init("firstBuild", "The build under which it happened first; `null` if it is unknown.", "3.1.0"),
        .init("lastBuild", "The build under which it happened last; `null` if it is unknown.", "3.1.0"),
        .init("apps", "The versions of the client's app, most frequent first."),
        .init("isNew", "Whether it was first seen under the build that was started last.", true),
        .init("status", "Whether it is open, muted or resolved.", "open"),
        .init("resolvedIn", "The newest build when it was resolved; `null` if it never was.", "3.0.2"),
        .init("hours", "Each of the last 24 hours, oldest first.")
    )

    struct AppCount: Codable, DescribedType {
        /// The version of the app; nil for devices without one.
        var app: String?
        var count: Int

        static let described = TypeDescription(
            "How often a problem happened in a version of the client's app.",
            .init("app", "The version of the app; `null` for devices without one.", "3.1.0"),
            .init("count", "How often it happened.", 20)
        )
    }

    struct HourCount: Codable, DescribedType {
        /// When the hour begins.
        var at: Date
        var count: Int

        static let described = TypeDescription(
            "How often a problem happened in an hour.",
            .init("at", "When the hour begins.", "2026-11-26T09:00:00.000Z"),
            .init("count", "How often it happened.", 4)
        )
    }

    private static let shownHours = 24

    /// The time of the first hour that is shown.
    static func hoursSince(_ now: Date) -> Date { Date(hour: now.hour - shownHours + 1) }

    init(_ problem: ListedProblem, newestBuild: String?, since: Date, showsRecords: Bool) {
        let group = problem.group
        (id, kind, flow, screen, name) = (problem.id, group.kind, group.flow, group.screen, group.name)
        (code, cause) = (group.code, showsRecords ? group.cause : nil)
        (sessions, count) = (problem.sessions, problem.count)
        (firstSeen, lastSeen) = (problem.firstSeen, problem.lastSeen)
        (firstBuild, lastBuild) = (problem.firstBuild, problem.lastBuild)
        apps = problem.apps.map { AppCount(app: $0.app, count: $0.count) }
        isNew = firstBuild != nil && firstBuild == newestBuild
        (status, resolvedIn) = (problem.status, problem.resolvedIn)
        let counts = Dictionary(problem.hours.map { ($0.hour, $0.count) }, uniquingKeysWith: +)
        hours = (0..<Self.shownHours).map { index in
            let hour = since.hour + index
            return HourCount(at: Date(hour: hour), count: counts[hour] ?? 0)
        }
    }
}
