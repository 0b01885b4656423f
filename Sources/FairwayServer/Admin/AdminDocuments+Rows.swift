import Fairway
import FairwayWire
import Foundation

extension AdminDocuments.Flow {
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
            device: AdminDocuments.Device(row.device)
        )
    }
}

extension AdminDocuments.Device {
    init(_ device: Device) { self.init(idiom: device.idiom, locale: device.locale, app: device.app) }
}

extension AdminDocuments.FlowEvent {
    init(_ event: FlowEvent) { self.init(revision: event.revision, flow: .init(event.flow)) }
}

extension AdminDocuments.Session {
    init(_ row: SessionRow) {
        self.init(
            session: row.id,
            status: row.status,
            outcome: row.outcome,
            revision: row.revision,
            flow: row.rootFlow,
            screen: row.frontScreen,
            device: AdminDocuments.Device(row.device),
            createdAt: row.createdAt,
            touchedAt: row.touchedAt
        )
    }
}

extension AdminDocuments.Summary {
    init(_ summary: StoreSummary) {
        self.init(
            sessions: Sessions(active: summary.activeSessions, over: summary.overSessions),
            flows: summary.flows.map { flow in
                Flow(
                    flow: flow.flow,
                    active: flow.active,
                    front: flow.front,
                    screens: flow.screens.map { Screen(screen: $0.screen, front: $0.front) }
                )
            }
        )
    }
}

extension AdminDocuments.Journal.Entry {
    init(_ entry: JournalEntry) {
        self.init(
            revision: entry.revision,
            at: entry.at,
            kind: entry.kind,
            flow: entry.flow,
            screen: entry.screen,
            name: entry.name,
            params: entry.params,
            moves: entry.moves,
            to: entry.to,
            micros: entry.microseconds
        )
    }
}

extension AdminDocuments.Graph {
    init(_ graph: Fairway.Graph) {
        self.init(
            screens: graph.screens.map { Screen(name: $0.name, visits: $0.visits, front: $0.front) },
            edges: graph.edges.map {
                Edge(from: $0.from, action: $0.action, to: $0.to, count: $0.count, medianSeconds: $0.medianSeconds)
            }
        )
    }
}

extension AdminDocuments.Jobs.Job {
    init(_ work: StoredWork, at now: Date) {
        let isUnderWay = work.progress.isUnderWay(at: now)
        self.init(
            session: work.session,
            id: work.item.id,
            flow: work.item.node,
            kind: work.item.kind,
            name: work.item.name,
            state: work.progress.isGivenUp ? .failed : isUnderWay ? .running : .pending,
            dueAt: isUnderWay ? work.item.due : work.progress.next,
            attempts: work.progress.attempts,
            error: work.progress.error
        )
    }
}
