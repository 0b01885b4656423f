extension Navigator {
    /// A one-off instruction to the client.
    public func perform(_ effect: some Effect) {
        transaction.perform(effect)
    }

    /// Sends this flow an event later, even if the server was down when it was due. Gone when the flow ends, as it does
    /// when nobody has touched its session for so long that the operator lets it expire (30 days unless they say
    /// otherwise).
    ///
    /// - Parameters:
    ///   - event: what the flow's `on(event:)` is given.
    ///   - delay: how long from the moment of this change.
    ///   - id: scheduling again under an id replaces what was scheduled.
    public func schedule<E: Event>(_ event: E, after delay: Duration, id: String? = nil) {
        transaction.schedule(event, after: delay, id: id, for: node)
    }

    /// Forgets an event or background work of this flow.
    public func cancel(id: String) {
        transaction.cancel(id: id, of: node)
    }

    /// Runs background work after this change is committed; its result comes back as `on(completion:)`, its failure as
    /// `on(failure:)`.
    ///
    /// - Returns: the work's id, the same for every attempt, for the outside to deduplicate on: its ``JobAttempt/id``.
    @discardableResult
    public func run<J: Job>(_ job: J, id: String? = nil) -> String {
        transaction.run(job, id: id, for: node)
    }
}
