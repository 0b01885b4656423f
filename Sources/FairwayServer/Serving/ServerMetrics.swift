import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayOperators

/// Writes the metrics of engine, store and streams on each scrape.
struct ServerMetrics: Sendable {
    let operators: Operators
    let events: EventFeed
    let sweeper: Sweeper
    let diskMonitor: DiskMonitor?
    let streams: StreamHeartbeat
    let longPolls: SubscriptionTimeouts
    let build: ServerBuild

    func write(to text: inout PrometheusText) {
        let (engine, own) = (operators.engine.statistics, operators.statistics)
        text.family("fairway_build_info", .gauge, "The build of the server.")
        text.sample(labels: [("build", build.name), ("version", build.version)], value: 1)
        text.gauge("fairway_sessions_cached", "Sessions in memory.", engine.sessionsCached)
        text.gauge(
            "fairway_sessions_cached_bytes",
            "The estimated memory of cached sessions.",
            engine.sessionBytesCached
        )
        text.gauge(
            "fairway_sessions_in_use",
            "Cached sessions in use.",
            engine.sessionsInUse
        )
        text.family("fairway_changes_total", .counter, "Answered changes.")
        for (change, count) in engine.changes.sorted(by: {
            ($0.key.kind, $0.key.outcome) < ($1.key.kind, $1.key.outcome)
        }) {
            text.sample(labels: [("kind", change.kind), ("outcome", change.outcome)], value: Double(count))
        }
        text.family("fairway_sessions_ended_total", .counter, "Sessions that ended.")
        for (outcome, count) in engine.sessionsEnded.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            text.sample(labels: [("outcome", outcome.rawValue)], value: Double(count))
        }
        text.gauge(
            "fairway_changes_under_way",
            "Changes in progress, queued ones included.",
            engine.changesUnderWay
        )
        text.gauge(
            "fairway_changes_waiting",
            "Changes that wait for a slot.",
            engine.changesWaitingForSlot
        )
        text.gauge("fairway_handler_threads", "Threads that run handlers.", engine.handlerThreads)
        text.gauge(
            "fairway_handler_threads_stalled",
            "Handler threads that are stalled: they block or compute.",
            engine.handlerThreadsStalled
        )
        text.family(
            "fairway_incidents_dropped_total",
            .counter,
            "Refused and failed changes that were not noted, because there were too many."
        )
        text.sample(value: Double(own.incidentsDropped))
        text.family(
            "fairway_problems_dropped_total",
            .counter,
            "Occurrences of problems that were not counted, because there were too many."
        )
        text.sample(value: Double(own.problemsDropped))
        text.family(
            "fairway_signals_dropped_total",
            .counter,
            "Signals that no session with their key has taken in time, and those beyond the limits."
        )
        text.sample(value: Double(engine.signalsDropped))
        text.family("fairway_handler_seconds", .histogram, "The duration of handlers.")
        for (kind, times) in engine.handlerMicroseconds.sorted(by: { $0.key < $1.key }) {
            text.histogram(times, labels: [("kind", kind)], per: 1_000_000)
        }
        text.family("fairway_flow_handler_seconds", .histogram, "The duration of handlers, by flow.")
        for (flow, times) in engine.flowHandlerMicroseconds.sorted(by: { $0.key < $1.key }) {
            text.histogram(times, labels: [("flow", flow)], per: 1_000_000)
        }
        text.gauge("fairway_streams", "Open event streams.", streams.count)
        text.gauge("fairway_operator_streams", "Open operators' streams.", own.flowListeners)
        text.gauge("fairway_long_polls", "Long polls that wait for a new revision.", longPolls.count)
        text.gauge("fairway_event_readers", "Calls that wait for events, and streams of them.", events.readerCount)
        text.family("fairway_events_unread", .gauge, "Events that a consumer has not read, as of the last minute.")
        for consumer in events.knownConsumers {
            text.sample(labels: [("consumer", consumer.name)], value: Double(consumer.unread))
        }
        text.gauge(
            "fairway_events_held_most",
            "Unread events that are kept beyond their age for a consumer.",
            EventLimits.heldEvents
        )
        text.gauge(
            "fairway_starts_paused",
            "1 while no sessions start, because the disk is nearly full.",
            operators.startsSessions ? 0 : 1
        )
        if let free = diskMonitor?.freeBytes {
            text.gauge("fairway_store_free_bytes", "Free bytes of the store's disk.", free)
        }
        let agreement = sweeper.clockAgreement
        text.gauge(
            "fairway_sweeper_paused",
            "1 while nothing expires, because the wall clock is not trusted.",
            agreement.isTrusted ? 0 : 1
        )
        text.family("fairway_clock_jumps_total", .counter, "How often the wall clock was set by more than a minute.")
        text.sample(value: Double(agreement.jumps))
        if let states = own.states {
            text.family("fairway_kept_states_total", .counter, "States of sessions for operators, kept or dropped.")
            text.sample(labels: [("outcome", "kept")], value: Double(states.kept))
            text.sample(labels: [("outcome", "dropped")], value: Double(states.dropped))
        }
        if let nodes = engine.nodes { write(nodes, to: &text) }
        if let writer = operators.store.writeStatistics { write(writer, to: &text) }
    }

    private func write(_ nodes: NodeStatistics, to text: inout PrometheusText) {
        text.family("fairway_races_lost_total", .counter, "Changes repeated because another server was faster.")
        text.sample(value: Double(nodes.lostRaces))
        text.family("fairway_catch_ups_total", .counter, "Sessions loaded again because another server changed them.")
        text.sample(value: Double(nodes.catchUps))
    }

    private func write(_ writer: WriteStatistics, to text: inout PrometheusText) {
        text.family("fairway_commit_group_writes", .histogram, "Writes in a transaction of the store.")
        text.histogram(writer.groupSizes)
        text.family("fairway_commit_group_seconds", .histogram, "The duration of a transaction including its sync.")
        text.histogram(writer.groupMicroseconds, per: 1_000_000)
        text.family("fairway_commit_groups_failed_total", .counter, "Transactions that failed.")
        text.sample(value: Double(writer.failedGroups))
        text.gauge("fairway_commit_group_writes_largest", "Writes in the largest transaction.", writer.largestGroup)
        text.gauge("fairway_store_writes_waiting", "Writes that wait for the next transaction.", writer.waiting)
    }
}

extension PrometheusText {
    fileprivate mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        family(name, .gauge, help)
        sample(value: Double(value))
    }

    /// Divides bounds and sum by `unit`.
    fileprivate mutating func histogram(_ counted: Histogram, labels: [(String, String)] = [], per unit: Double = 1) {
        histogram(
            labels: labels,
            bounds: counted.bounds.map { Double($0) / unit },
            counts: counted.counts,
            sum: Double(counted.sum) / unit
        )
    }
}

extension Worker {
    /// Adds metrics of attempts and of running work, by queue.
    func add(to metrics: Metrics) {
        metrics.add { [weak self] text in
            let counts = self?.counts ?? []
            text.family("fairway_work_attempts_total", .counter, "Attempts of timers and jobs, by outcome.")
            for count in counts {
                guard let outcome = count.key.outcome else { continue }
                text.sample(
                    labels: [("queue", count.key.queue.label), ("outcome", outcome.rawValue)],
                    value: Double(count.count)
                )
            }
            text.family("fairway_work_running", .gauge, "Running timers and jobs.")
            for count in counts where count.key.outcome == nil {
                text.sample(labels: [("queue", count.key.queue.label)], value: Double(count.count))
            }
        }
    }
}

extension WorkQueue {
    /// The queue's name in metrics and in the log.
    var label: String {
        switch self {
        case .timers: "timers"
        case .jobs(let name): name
        }
    }
}
