package import FairwayWire

/// A signal, as a caller from outside sends it.
package struct SignalRequest: Sendable {
    let name: String
    let params: RawJSON?
    let recipient: SignalRecipient
    let id: String?
    let start: Start?

    /// The session to start if no session holds the key.
    package struct Start: Sendable {
        let flow: String
        let input: RawJSON?
        /// The flow, if the app's own code asks for it. It need not be allowed by a ``SignalStart``.
        fileprivate(set) var prepared: StartRequest?

        package init(flow: String, input: RawJSON?) { (self.flow, self.input) = (flow, input) }

        init<F: FlowController>(_ flow: F) {
            self.init(flow: F.name, input: try? RawJSON(encoding: flow))
            prepared = StartRequest(flow)
        }
    }

    /// - Parameters:
    ///   - name: The signal's name.
    ///   - params: Its parameters.
    ///   - recipient: Who gets it.
    ///   - id: The sender's id of the event. A signal with an id is delivered once.
    ///   - start: What to start if the recipient is a key that no session holds.
    package init(
        _ name: String,
        params: RawJSON?,
        to recipient: SignalRecipient,
        id: String?,
        start: Start? = nil
    ) {
        (self.name, self.params, self.recipient, self.id, self.start) = (name, params, recipient, id, start)
    }

    /// Identifies the request among those with its id.
    var fingerprint: String {
        var content: [UInt8] = []
        func add(_ part: some Sequence<UInt8>) { content += Array(part) + [0] }
        add(name.utf8)
        switch recipient.kind {
        case .session(let id): add("session \(id)".utf8)
        case .user(let id): add("user \(id)".utf8)
        case .key(let key):
            add("key \(key.name)".utf8)
            add(key.value.utf8)
        }
        add(params?.bytes ?? [])
        add((start?.flow ?? "").utf8)
        add(start?.input?.bytes ?? [])
        return Base64URL.encode(SHA256.hash(content))
    }
}
