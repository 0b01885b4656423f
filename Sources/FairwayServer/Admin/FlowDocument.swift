import Fairway
import FairwayOperators
import FairwayWire
import Foundation

/// `GET /v1/admin/flows`.
struct FlowsDocument: Codable {
    var flows: [FlowDocument]
    var next: String?
}

struct FlowDocument: Codable {
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
}

/// A device without its list of screens, which may be long.
struct DeviceDocument: Codable {
    var idiom: Device.Idiom?
    var locale: String?
    var app: String?
}

/// An event of `GET /v1/admin/stream`.
struct FlowEventDocument: Codable {
    var revision: Int
    var flow: FlowDocument
}

/// `GET /v1/admin/summary`.
struct SummaryDocument: Codable {
    var sessions: SessionTotals
    var flows: [FlowTotals]
    /// The operator that made the call.
    var `operator`: Operator

    struct SessionTotals: Codable {
        var active: Int
        var over: Int
    }

    struct FlowTotals: Codable {
        var flow: String
        var active: Int
        var front: Int
        var screens: [ScreenTotals]
    }

    struct ScreenTotals: Codable {
        var screen: String
        var front: Int
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
