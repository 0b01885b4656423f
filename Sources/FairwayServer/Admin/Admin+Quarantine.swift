import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayQuarantine
import FairwayWire
import Foundation

/// Steps that ended the process, and are refused.
extension Admin {
    func addQuarantineRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/quarantine",
            description: APIOperation(
                "The steps that the builds of all servers refuse because they ended the process, newest first.",
                "Admin",
                .operator
            )
            .explained("To try the steps of a session again, release the session.")
            .readsPage()
            .answers(200, "A page of steps.", QuarantineDocument.self)
            .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .view) { call in
                let (cursor, limit) = (call.query.text("cursor"), try call.query.limit())
                let page = try QuarantinePage(try await quarantine?.refusedSteps() ?? [], after: cursor, limit: limit)
                let rows = page.rows.lazy.map {
                    QuarantineDocument.Row($0, showsRecords: call.showsRecords, api.engine)
                }
                return try await .page("quarantined", rows, next: page.next)
            }
        }
        router.on(
            .post,
            "/v1/admin/sessions/{session}/release",
            description: APIOperation(
                "Tries the steps of a session again that are in quarantine because they ended the process.",
                "Admin",
                .operator
            )
            .explained("If a step ends the process again, it is refused again.")
            .answers(204, "No step of the session is in quarantine.")
            .refuses(.noSuchSession)
        ) { (request, exchange, session: String) in
            answer(request, exchange, needs: .support, audited: .session(session)) { _ in
                // An unreadable session can have steps, too.
                let rootFlow = try? await store.load(session)?.session.rootFlow
                let released = try await quarantine?.release(session, rootFlow: rootFlow) ?? []
                // If a session's start ended the process, the session was never stored.
                if released.isEmpty, try await store.access(session) == nil { throw Problem(.noSuchSession) }
                for step in released where !step.step.work.isEmpty {
                    // It may have been cancelled, or ended on another server.
                    try? await api.operators.retryWork(step.step.work, of: session)
                }
                return .noContent()
            }
        }
    }

    /// The steps that this server refuses in a session.
    func quarantined(_ session: SessionRow, showsRecords: Bool) -> [QuarantinedDocument] {
        let refused = quarantine?.refused(in: session.id, rootFlow: session.rootFlow) ?? []
        return refused.map { QuarantinedDocument($0, showsRecords: showsRecords, api.engine) }
    }
}

/// `GET /v1/admin/quarantine`.
struct QuarantineDocument: Codable, DescribedType {
    var quarantined: [Row]
    var next: String?

    static let described = TypeDescription(
        "A page of steps that are refused.",
        .init("quarantined", "The steps, newest first."),
        .init("next", "The cursor of the next page; `null` for the last one.", "1764149400000.1")
    )

    struct Row: Codable, DescribedType {
        /// Nil for a handler that is refused in all sessions.
        var session: String?
        /// Nil for a handler that is refused in all sessions.
        var revision: Int?
        var kind: String
        /// The root flow of the session; nil for the performer of a job.
        var flow: String?
        /// Without records, nil unless the app declares it: a client may have made it up.
        var name: String?
        var build: String
        /// When the last end was found.
        var at: Date
        /// The number of ends during which the step was running.
        var ends: Int
        /// Always nil: the recorder has no stack.
        var stack: String?

        static let described = TypeDescription(
            "A step that ended the process.",
            .init(
                "session",
                "The session's id; `null` for a handler that is refused in all sessions.",
                "01m8kgeehg1ma8hsjwc5nwwsqq"
            ),
            .init("revision", "The revision at which it ran; `null` for a handler that is refused in all sessions.", 7),
            .init("kind", "The kind of step, such as `action` or `job`.", "action"),
            .init("flow", "The root flow of the session; `null` for the performer of a job.", "Shop"),
            .init(
                "name",
                "The name of the action or the job. For the role `view`, `null` unless the app declares it.",
                "saveButtonPressed"
            ),
            .init("build", "The build that ended.", "3.1.0"),
            .init("at", "When the last end was found.", "2026-11-26T09:30:00.000Z"),
            .init("ends", "The number of ends during which the step was running.", 2),
            .init("stack", "Always `null`: the recorder has no stack.", JSONValue.null)
        )

        init(_ quarantined: QuarantinedStep, showsRecords: Bool, _ engine: Engine) {
            let step = quarantined.step
            session = quarantined.isHandler ? nil : step.session
            revision = quarantined.isHandler ? nil : step.revision
            (kind, flow) = (step.kind, step.rootFlow.isEmpty ? nil : step.rootFlow)
            name = step.shownName(showsRecords: showsRecords, engine)
            (build, at, ends) = (quarantined.build, quarantined.at, quarantined.ends)
        }
    }
}

/// A part of all refused steps, of which there are at most ``QuarantinedStep/mostStored``.
struct QuarantinePage {
    let rows: ArraySlice<QuarantinedStep>
    let next: String?

    /// - Parameters:
    ///   - steps: All, newest first.
    ///   - cursor: The time of the previous page's last row, and the number of rows before with this time. So the page begins
    ///     at the right row, even if the previous one was released meanwhile.
    ///   - limit: The number of rows.
    init(_ steps: [QuarantinedStep], after cursor: String?, limit: Int) throws(Problem) {
        var start = 0
        if let cursor {
            let parts = cursor.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let time = parts[0], let count = parts[1], count >= 0 else {
                throw Problem(.malformedRequest, "cursor must be the next of a previous page.")
            }
            let newer = steps.prefix { $0.at.milliseconds > time }.count
            let same = steps.dropFirst(newer).prefix { $0.at.milliseconds == time }.count
            start = newer + min(count, same)
        }
        rows = steps.dropFirst(start).prefix(limit)
        guard let last = rows.last, rows.endIndex < steps.endIndex else {
            next = nil
            return
        }
        let count = steps[..<rows.endIndex].reversed().prefix { $0.at == last.at }.count
        next = "\(last.at.milliseconds).\(count)"
    }
}

/// A refused step of a session, in `GET /v1/admin/sessions/{session}`.
struct QuarantinedDocument: Codable, DescribedType {
    /// 0 for a handler that is refused in all sessions.
    var revision: Int
    var kind: String
    /// Without records, nil unless the app declares it.
    var name: String?
    var build: String
    var at: Date
    /// Always nil: the recorder has no stack.
    var stack: String?

    static let described = TypeDescription(
        "A step of a session that is refused because it ended the process.",
        .init("revision", "The revision at which it ran; 0 for a handler that is refused in all sessions.", 7),
        .init("kind", "The kind of step, such as `action` or `job`.", "action"),
        .init(
            "name",
            "The name of the action or the job. For the role `view`, `null` unless the app declares it.",
            "saveButtonPressed"
        ),
        .init("build", "The build that ended.", "3.1.0"),
        .init("at", "When the last end was found.", "2026-11-26T09:30:00.000Z"),
        .init("stack", "Always `null`: the recorder has no stack.", JSONValue.null)
    )

    init(_ quarantined: QuarantinedStep, showsRecords: Bool, _ engine: Engine) {
        let step = quarantined.step
        (revision, kind) = (step.revision, step.kind)
        name = step.shownName(showsRecords: showsRecords, engine)
        (build, at) = (quarantined.build, quarantined.at)
    }
}

extension RunningStep {
    /// Without records, a name that only a client knows is left out.
    fileprivate func shownName(showsRecords: Bool, _ engine: Engine) -> String? {
        guard !name.isEmpty, showsRecords || engine.declares(name: name, ofKind: kind) else { return nil }
        return name
    }
}
