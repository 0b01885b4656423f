import Fairway
import FairwayWire
import Foundation

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
            device: DeviceDocument(row.device),
            user: row.user
        )
    }
}

extension DeviceDocument {
    init(_ device: Device) { self.init(idiom: device.idiom, locale: device.locale, app: device.app) }
}

extension FlowEventDocument {
    init(_ event: FlowEvent) { self.init(revision: event.revision, flow: .init(event.flow)) }
}

extension SessionDocument {
    init(_ listed: SessionListRow, title: String?) {
        let row = listed.session
        self.init(
            session: row.id,
            status: row.status,
            outcome: row.outcome,
            revision: row.revision,
            flow: row.rootFlow,
            screen: row.frontScreen,
            device: DeviceDocument(row.device),
            createdAt: row.createdAt,
            touchedAt: row.touchedAt,
            user: row.user,
            title: title,
            path: listed.path,
            sandbox: row.isSandbox,
            refusals: listed.refusals,
            lastProblem: listed.lastProblem
        )
    }
}

extension IncidentDocument {
    init(_ incident: Incident, showsRecords: Bool) {
        self.init(
            at: incident.at,
            revision: incident.revision,
            kind: incident.kind,
            flow: incident.flow,
            screen: incident.screen,
            name: incident.name,
            code: incident.code,
            errors: incident.errors.map { InvalidMember(pointer: $0.pointer, code: $0.code) },
            cause: showsRecords ? incident.cause : nil,
            request: incident.request
        )
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

extension FlowNodeDocument {
    /// The tree for operators with the role `view`.
    var withoutStates: FlowNodeDocument {
        var node = self
        node.state = .null
        node.children = children.map(\.withoutStates)
        return node
    }
}

extension JournalDocument.Entry {
    init(_ entry: JournalEntry, showsRecords: Bool) {
        self.init(
            revision: entry.revision,
            at: entry.at,
            kind: entry.kind,
            flow: entry.flow,
            screen: entry.screen,
            name: entry.name,
            params: showsRecords ? entry.params : nil,
            moves: entry.moves,
            to: entry.to,
            micros: entry.microseconds
        )
    }
}

extension JobDocument {
    init(_ work: StoredWork, at now: Date, showsRecords: Bool) {
        let isUnderWay = work.progress.isUnderWay(at: now)
        self.init(
            session: work.session,
            id: work.item.id,
            flow: work.item.node,
            flowName: work.flow,
            kind: work.item.kind,
            name: work.item.name,
            state: work.progress.isGivenUp ? .failed : isUnderWay ? .running : .pending,
            dueAt: isUnderWay ? work.item.due : work.progress.next,
            attempts: work.progress.attempts,
            error: showsRecords ? work.progress.error : nil
        )
    }
}
