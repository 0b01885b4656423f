import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// `GET /v1/admin/flows`.
struct FlowsDocument: Codable, DescribedType {
    var flows: [FlowDocument]
    var next: String?

    static let described = TypeDescription(
        "A page of active flow controllers.",
        .init("flows", "The flow controllers in the requested order."),
        .init("next", "The cursor of the next page; `null` for the last one.", "eyJ0IjoxNzY0fQ")
    )
}

struct FlowDocument: Codable, DescribedType {
    var session: String
    var id: String
    var flow: String
    var version: Int
    var parent: String?
    var depth: Int
    var path: String
    var screen: String?
    var front: Bool
    var startedAt: Date
    var touchedAt: Date
    /// The time of the last change of the session that a user made.
    var userActedAt: Date
    var device: DeviceDocument
    /// The id of the user that the session belongs to; nil for an anonymous session.
    var user: String?

    static let described = TypeDescription(
        "An active flow controller of a session.",
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("id", "The flow controller's id in its session.", "f2"),
        .init("flow", "The flow's name.", "Checkout"),
        .init("version", "The version of the flow's stored properties.", 1),
        .init("parent", "The id of the flow controller that started it; `null` for the root flow.", "f1"),
        .init("depth", "The number of flow controllers above it.", 1),
        .init("path", "The names of the flows from the root to this one.", "Shop/Checkout"),
        .init("screen", "The name of the screen that it showed last; `null` if it has shown none.", "Checkout.Address"),
        .init("front", "Whether it is the front flow.", true),
        .init("startedAt", "When it started.", "2026-11-26T09:30:00.000Z"),
        .init("touchedAt", "When its session changed last.", "2026-11-26T09:31:00.000Z"),
        .init("userActedAt", "When a user changed its session last.", "2026-11-26T09:31:00.000Z"),
        .init("device", "The session's device."),
        .init("user", "The id of the user that the session belongs to; `null` for an anonymous session.", "ada")
    )
}

/// A device without its list of screens, which may be long.
struct DeviceDocument: Codable, DescribedType {
    var idiom: Device.Idiom?
    var locale: String?
    var app: String?

    static let described = TypeDescription(
        "A client's device, without its list of screens.",
        .init("idiom", "The kind of device.", "phone"),
        .init("locale", "The BCP 47 language tag.", "en-GB"),
        .init("app", "The version of the client's app.", "3.1.0")
    )
}

/// An event of `GET /v1/admin/stream`.
struct FlowEventDocument: Codable {
    var revision: Int
    var flow: FlowDocument
}

/// `GET /v1/admin/summary`.
struct SummaryDocument: Codable, DescribedType {
    var sessions: SessionTotals
    var flows: [FlowTotals]
    /// The operator that made the call.
    var `operator`: Operator

    static let described = TypeDescription(
        "Counts of the store, and the operator who asks.",
        .init("sessions", "The sessions of the store."),
        .init("flows", "The active flow controllers by name."),
        .init("operator", "The operator that made the call.")
    )

    struct SessionTotals: Codable, DescribedType {
        var active: Int
        var over: Int

        static let described = TypeDescription(
            "The numbers of sessions.",
            .init("active", "The active sessions.", 1204),
            .init("over", "The sessions that are over and not yet deleted.", 310)
        )
    }

    struct FlowTotals: Codable, DescribedType {
        var flow: String
        var active: Int
        var front: Int
        var screens: [ScreenTotals]

        static let described = TypeDescription(
            "The active flow controllers of one flow.",
            .init("flow", "The flow's name.", "Checkout"),
            .init("active", "The number of active flow controllers.", 87),
            .init("front", "The number of those in front.", 41),
            .init("screens", "The screens that those in front show.")
        )
    }

    struct ScreenTotals: Codable, DescribedType {
        var screen: String
        var front: Int

        static let described = TypeDescription(
            "The flow controllers in front that show one screen.",
            .init("screen", "The screen's name.", "Checkout.Address"),
            .init("front", "The number of flow controllers in front that show it.", 12)
        )
    }
}

extension FlowDocument {
    init(_ row: ListedFlow) {
        self.init(
            session: row.session,
            id: "f\(row.node)",
            flow: row.flow,
            version: row.version,
            parent: row.parent.map { "f\($0)" },
            depth: row.depth,
            path: row.path,
            screen: row.screen,
            front: row.isFront,
            startedAt: row.startedAt,
            touchedAt: row.touchedAt,
            userActedAt: row.userActedAt,
            device: DeviceDocument(row.device),
            user: row.user
        )
    }
}

extension FlowDocument {
    /// The row for operators with the role `view`.
    var withoutTexts: FlowDocument {
        var document = self
        document.device = device.withoutTexts
        return document
    }
}

extension DeviceDocument {
    init(_ device: Device) { self.init(idiom: device.idiom, locale: device.locale, app: device.app) }

    /// The device without what is neither a version nor a language tag.
    var withoutTexts: DeviceDocument {
        DeviceDocument(idiom: idiom, locale: locale.flatMap(Device.tag), app: app.flatMap(Device.tag))
    }
}

extension FlowEventDocument {
    init(_ event: FlowEvent, showsRecords: Bool) {
        let flow = FlowDocument(event.flow)
        self.init(revision: event.revision, flow: showsRecords ? flow : flow.withoutTexts)
    }
}

extension SummaryDocument {
    init(_ summary: StoreSummary, for operator: Operator) {
        self.init(
            sessions: SessionTotals(active: summary.activeSessions, over: summary.overSessions),
            flows: summary.flows.map { flow in
                FlowTotals(
                    flow: flow.flow,
                    active: flow.active,
                    front: flow.front,
                    screens: flow.screens.map { ScreenTotals(screen: $0.screen, front: $0.front) }
                )
            },
            operator: `operator`
        )
    }
}
