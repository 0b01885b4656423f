import Fairway
import FairwayWire
import Foundation

/// Compares the stored data at the end of a run with the recorded observations.
struct FinalCheck {
    private let simulation: Simulation
    private let environment: SimulationEnvironment

    init(_ simulation: Simulation) {
        self.simulation = simulation
        environment = simulation.environment
    }

    func take() async {
        do {
            var entries: [String: [JournalEntry]] = [:]
            for session in simulation.sessions {
                guard let stored = try environment.store.load(session) else {
                    environment.violate("\(session) is lost")
                    continue
                }
                let journal = try environment.store.journal(session, after: 0, limit: .max)
                entries[session] = journal
                check(journal, stored)
                checkExpiry(journal, stored)
                check(try stored.flows.compactMap(Logged.init), of: session)
                await checkState(stored)
            }
            let lateDeliveries = simulation.observations.lateDeliveries
            environment.require(lateDeliveries.isEmpty, "states delivered after a handoff: \(lateDeliveries)")
            for record in simulation.observations.records {
                check(record, entries[record.request.session] ?? [])
            }
        } catch {
            environment.violate("the stored rows cannot be read: \(error)")
        }
    }

    /// The journal has exactly one entry for each revision.
    private func check(_ journal: [JournalEntry], _ stored: StoredSession) {
        environment.require(
            journal.map(\.revision) == Array(1...max(1, stored.session.revision)),
            "\(stored.session.id) is at \(stored.session.revision), and its journal has \(journal.map(\.revision))"
        )
    }

    /// No session expires while it is in use. Not checked in runs that set the clock, because that changes idle times.
    private func checkExpiry(_ journal: [JournalEntry], _ stored: StoredSession) {
        guard stored.session.outcome == .expired, environment.rates.jumps == 0 else { return }
        // The end may not be the last entry: results of jobs that arrive later are in the journal too.
        guard let end = journal.lastIndex(where: { $0.kind == "end" }), end > 0 else {
            return environment.violate("\(stored.session.id) has expired without a journal entry")
        }
        let idle = journal[end].at.timeIntervalSince(journal[end - 1].at)
        environment.require(
            idle >= environment.rates.idleSeconds,
            "\(stored.session.id) expired after only \(idle) idle seconds"
        )
    }

    /// A new process shows the stored state, and it is not older than a state that a client has seen.
    private func checkState(_ stored: StoredSession) async {
        guard let engine = simulation.server?.engine else { return }
        let answer = await engine.state(stored.session.id, by: Caller(.app))
        guard answer.code == nil, let document = try? JSON.decode(StateDocument.self, from: answer.body) else {
            return environment.violate("\(stored.session.id): \(String(decoding: answer.body, as: UTF8.self))")
        }
        environment.require(document.revision == stored.session.revision, "the state differs from the stored one")
        simulation.observations.see(document)
        let newest = simulation.observations.documents(of: stored.session.id).keys.max() ?? 0
        environment.require(newest <= document.revision, "\(stored.session.id) was seen at revision \(newest)")
    }

    /// Acknowledged requests were performed once. Rejected ones were not performed.
    private func check(_ record: Observations.Record, _ journal: [JournalEntry]) {
        let request = record.request
        guard request.isNumbered else { return }
        let made = journal.filter { entry in
            (entry.kind == "action" || entry.kind == "signal")
                && (entry.params.flatMap { try? JSON.decode(Numbered.self, from: $0.bytes) })?.number == request.number
        }
        environment.require(made.count <= 1, "request \(request.number) was performed \(made.count) times")
        if let revision = record.acknowledged {
            environment.require(
                made.first?.revision == revision,
                "request \(request.number) was acknowledged at revision \(revision) and is not in the journal there"
            )
        } else if record.isRefused, !record.isUncertain {
            environment.require(made.isEmpty, "request \(request.number) was rejected but performed")
        }
    }

    private struct Numbered: Decodable {
        var number: Int
    }

    /// Results, timers and jobs were delivered exactly once.
    private func check(_ flows: [Logged], of session: String) {
        let active = Set(flows.compactMap(\.number))
        for flow in flows {
            let (log, name) = (flow.log, "flow f\(flow.node) of \(session)")
            for numbers in [log.done, log.signals, log.results] {
                environment.require(Set(numbers).count == numbers.count, "\(name) received duplicates: \(numbers)")
            }
            environment.require(active.isDisjoint(with: log.results), "\(name) received a result of an active flow")
            check(log.jobs, log.finishedJobs, log.cancelled, name, nameless: log.failedJobs)
            check(log.timers, log.firedTimers, log.cancelled, name)
        }
        environment.require(
            Set(flows.flatMap(\.log.results)).count == flows.flatMap(\.log.results).count,
            "a result was delivered to two flows"
        )
    }

    /// - Parameter nameless: The number of deliveries that do not say what they are about.
    private func check(
        _ requested: [String],
        _ received: [String],
        _ cancelled: Set<String>,
        _ name: String,
        nameless: Int = 0
    ) {
        environment.require(Set(received).count == received.count, "\(name) received duplicates: \(received)")
        environment.require(
            Set(received).isSubset(of: requested),
            "\(name) requested \(requested) and received \(received)"
        )
        let open = Set(requested).subtracting(received)
        environment.require(nameless <= open.count, "\(name) received \(nameless) failures of \(open)")
        let missing = open.subtracting(cancelled)
        environment.require(missing.count <= nameless, "\(name) never received \(missing)")
    }
}

/// The log of a stored flow.
private struct Logged {
    let node: Int
    let number: Int?
    let log: FlowLog

    private struct Kept: Decodable {
        var number: Int?
        var log: FlowLog
    }

    init?(_ row: FlowRow) throws {
        let kept = try JSON.decode(Kept.self, from: row.state.bytes)
        (node, number, log) = (row.node, kept.number, kept.log)
    }
}
