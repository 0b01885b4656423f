/// Reports a change to its trace, to the statistics and to admission control.
extension ChangeInProgress {
    /// Ends the trace of the change, if it is traced.
    func endTrace(_ answer: Answer) {
        guard let trace, let kind = purpose.kind else { return }
        trace.end(
            inSession: live.id,
            revision: committed?.journal?.revision,
            TracedChange(
                kind: kind,
                entry: committed?.journal,
                revision: answer.revision ?? live.state?.row.revision,
                code: answer.code,
                request: caller.request,
                work: purpose.work
            )
        )
    }

    /// Counts a handler's time. The flow is the one of the journal entry.
    func count(_ requested: RequestedChange, _ microseconds: Int, _ flow: String?, in state: SessionState) {
        guard !state.isSandbox else { return }
        engine.counter.countHandler(requested.change.countedKind, of: flow, microseconds: microseconds)
    }

    /// Releases the handler's log lines.
    func releaseLines() { lines?.release(to: EngineLog(observers: engine.observers)) }
}

extension ChangeInProgress: TimedCallObserver {
    /// A handler that awaits, blocks or computes for long does not occupy a slot.
    func callStalled() { engine.admission.releaseSlot() }
    func callResumed() { engine.admission.takeExtraSlot() }
    func callExpired() { live.mailbox.block() }
    func callReturnedLate() {
        endStep()
        releaseLines()
        live.mailbox.leave()
    }
}
