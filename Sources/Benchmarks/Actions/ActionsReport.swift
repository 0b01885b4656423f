/// What a run has found.
struct ActionsReport: Encodable {
    /// How long the disk takes to sync what a change writes to the log.
    struct Syncs: Encodable {
        /// In a file that grows.
        var growingMicroseconds: Double
        /// In one that is written over.
        var overMicroseconds: Double
    }

    /// In the rounds with one connection; nil where there were none.
    var syncs: Syncs?
    var figures: [LoadFigures] = []
    /// As in a ``Verdict``, as which a later run reads this.
    var compared: [String: Double] = [:]

    /// Tells a judge what was measured with so many connections.
    func tell(_ judge: inout Judge, of series: [LoadSeries], connections: Int) {
        func named(_ name: String) -> LoadSeries? { series.first { $0.subject.name == name } }
        guard let counter = named("Counter") else { return }
        if let syncs, connections == 1, let health = named("our /healthz")?.figures.p50Microseconds {
            let p50 = counter.figures.p50Microseconds
            judge.hear(
                (syncs.growingMicroseconds + health) / p50,
                of: "a sync and /healthz of Counter's p50",
                .atLeast(0.67)
            )
            judge.hear(
                (syncs.overMicroseconds + health) / p50,
                of: "a sync of a file written over and /healthz of Counter's p50"
            )
        }
        guard let alone = named("Counter, no group commit"), let deep = named("50 flows deep"),
            let constant = named("nginx, constant"), let bare = named("the bare ceiling")
        else { return }
        judge.hear(counter.ratio(to: constant), of: "Counter of nginx's constant answer", .atLeast(0.25))
        judge.hear(counter.ratio(to: bare), of: "Counter of the bare ceiling", .atLeast(0.65))
        judge.hear(counter.ratio(to: alone), of: "Counter of no group commit", .atLeast(3))
        judge.hear(deep.ratio(to: counter), of: "50 flows deep of Counter", .atLeast(0.7))
        let (p99, longest) = (counter.figures.p99Microseconds, counter.figures.longestMicroseconds)
        judge.hear(momentary: p99 / 1_000, of: "ms, the p99 of Counter", .atMost(15))
        judge.hear(momentary: longest / 1_000, of: "ms, the longest wait for Counter", .atMost(40))
    }
}
