import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// The filter of a list of sessions: the query parameters of the list, and the filter of a batch.
struct SessionFilter: Codable, Equatable, DescribedType {
    var user: String?
    var status: SessionStatus?
    var flow: String?
    var screen: String?
    var idiom: Device.Idiom?
    var app: String?
    var q: String?
    var stuck: Int?
    var failed: Int?
    var sandbox: Bool?

    static let described = TypeDescription(
        "Conditions that a session meets. All of them apply.",
        example: ["status": "active", "flow": "Checkout"],
        .init("user", "The id of its user.", "ada"),
        .init("status", "Whether it is active or over.", "active"),
        .init("flow", "The name of its root flow, or of a flow that it runs.", "Checkout"),
        .init("screen", "The name of its front screen.", "Checkout.Address"),
        .init("idiom", "The kind of device.", "phone"),
        .init("app", "The version of the client's app.", "3.1.0"),
        .init("q", "The beginning or the end of its id, or the beginning of its user's.", "01m8kgee"),
        .init("stuck", "Its newest incident is of the present revision, and at least this many seconds old.", 600),
        .init("failed", "It has a failure in the last this many seconds.", 86400),
        .init("sandbox", "Whether it is a sandbox. By default, only sessions that are none.", false)
    )

    /// Throws for an unknown member. Ignoring it could change more sessions than the operator wants.
    static func checkNames(_ filter: JSONValue?) throws(Problem) {
        let known = Set(CodingKeys.allCases.map(\.rawValue))
        let unknown = (filter?.object?.members ?? []).map(\.name).filter { !known.contains($0) }
        guard unknown.isEmpty else {
            throw Problem(
                .invalidParams,
                errors: unknown.map {
                    FieldError("/filter/\($0)", "unknown-member", detail: "There is no filter with this name.")
                }
            )
        }
    }

    /// Throws for a filter that matches every session, and for values that the list of sessions ignores or refuses.
    func check() throws(Problem) {
        let texts = [("user", user), ("flow", flow), ("screen", screen), ("app", app), ("q", q)]
        let empty = texts.filter { $0.1 == "" }.map {
            FieldError("/filter/\($0.0)", "empty", detail: "An empty text would match every session.")
        }
        let negative = [("stuck", stuck), ("failed", failed)].filter { $0.1.map { $0 < 0 } ?? false }.map {
            FieldError("/filter/\($0.0)", "too-small", detail: "The seconds must be at least 0.")
        }
        guard empty.isEmpty, negative.isEmpty else { throw Problem(.invalidParams, errors: empty + negative) }
        guard self == SessionFilter() || self == SessionFilter(sandbox: false) else { return }
        throw Problem(
            .invalidParams,
            "The filter is empty, and would match every session.",
            errors: [FieldError("/filter", "empty", detail: "Name at least one condition.")]
        )
    }

    /// - Parameter moment: The time from which `stuck` and `failed` count back.
    func query(at moment: Date) -> SessionsQuery {
        SessionsQuery(
            status: status,
            user: user,
            flow: flow,
            screen: screen,
            idiom: idiom,
            app: app,
            search: q,
            stuckSince: stuck.map { moment.addingTimeInterval(-Double($0)) },
            failedSince: failed.map { moment.addingTimeInterval(-Double($0)) },
            isSandbox: sandbox ?? false
        )
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case user, status, flow, screen, idiom, app, q, stuck, failed, sandbox
    }
}

extension SessionFilter {
    /// Reads the query parameters of a list.
    init(_ query: QueryParameters) throws(Problem) {
        user = query.text("user")
        status = try query.choice("status")
        flow = query.text("flow")
        screen = query.text("screen")
        idiom = try query.choice("idiom")
        app = query.text("app")
        q = query.text("q")
        stuck = try query.integer("stuck", atLeast: 0)
        failed = try query.integer("failed", atLeast: 0)
        sandbox = try query.bool("sandbox")
    }
}

extension APIOperation {
    /// Adds the query parameters of a search. A batch has none of them.
    func readsSearch() -> APIOperation {
        reads(
            query: "person",
            "Only sessions with this text in the id of their user, or, of the newest 20,000, in a kept claim. Needs the role "
                + "`support`, and is audited.",
            example: "ada"
        )
        .reads(
            query: "key",
            "Only the session that holds this key: its name, a slash and its value.",
            example: "order/345"
        )
        .reads(
            query: "request",
            "Only sessions with an incident of the request with this id, or with a change of it among the newest 50,000 entries of "
                + "the journal.",
            example: "r-8f3a2c"
        )
    }

    /// Adds the query parameters that ``SessionFilter/init(_:)`` reads.
    func readsSessionFilters() -> APIOperation {
        reads(query: "status", "Only sessions with this status.", ["enum": ["active", "over"]], example: "active")
            .reads(query: "user", "Only sessions of this user.", example: "ada")
            .reads(
                query: "flow",
                "Only sessions with this root flow, and active sessions that run a flow of this name.",
                example: "Checkout"
            )
            .reads(query: "screen", "Only sessions with this front screen.", example: "Checkout.Address")
            .reads(
                query: "idiom",
                "Only sessions on this kind of device.",
                ["enum": .array(Device.Idiom.allCases.map { .string($0.rawValue) })],
                example: "phone"
            )
            .reads(query: "app", "Only sessions of this version of the client's app.", example: "3.1.0")
            .reads(
                query: "sandbox",
                "`true`: only sandboxes. By default, none.",
                ["enum": ["true", "false"]],
                example: "true"
            )
            .reads(
                query: "q",
                "Only sessions whose id begins or ends with this text, or whose user begins with it.",
                example: "01m8kgee"
            )
            .reads(
                query: "stuck",
                "Only active sessions whose newest incident is of the present revision, and at least this many seconds old.",
                ["type": "integer", "minimum": 0],
                example: 600
            )
            .reads(
                query: "failed",
                "Only sessions with a failure among their incidents in the last this many seconds: code `flow-failed` or "
                    + "`flow-timeout`, or a failed attempt of a timer or job.",
                ["type": "integer", "minimum": 0],
                example: 86400
            )
    }
}
