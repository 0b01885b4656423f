extension Navigator {
    /// Lets this flow answer to a business key, until the flow ends. Signals that were sent to the key before are delivered
    /// after this change.
    ///
    /// One session at a time holds a key, over all servers, and one of its flows. Binding the key again has no effect. A
    /// session holds at most 16. A sandbox binds nothing.
    ///
    /// ```swift
    /// try await nav.bind(.order(flow.orderID))
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Throws: ``KeyTaken`` if another session or another flow holds the key.
    public func bind(_ key: SessionKey) async throws { try await transaction.bind(key, for: node) }

    /// Answers *not yet* to a signal. The change is dropped, with all that its handlers did. The signal is delivered again
    /// after the session's next change, until this flow ends. A signal for a key waits until the flow that holds the key ends.
    ///
    /// ```swift
    /// on(signal: PaymentConfirmed.self) { flow, signal, nav in
    ///     guard flow.isWaiting else { return nav.wait() }
    ///     nav.finish(signal.reference)
    /// }
    /// ```
    public func wait() { transaction.wait(node) }
}
