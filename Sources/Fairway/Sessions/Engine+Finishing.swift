import FairwayWire

/// Counts the answers to calls, and tells the observers of refused and failed changes.
extension Engine {
    func finish(
        _ purpose: ChangePurpose,
        on session: String,
        by caller: Caller,
        with answer: Answer,
        inSandbox isSandbox: Bool
    ) {
        switch purpose {
        case .change(let requested):
            let change = requested.change
            if !isSandbox { counter.count(change.countedKind, answer) }
            if let refusal = answer.refusal {
                tell(of: refusal, change, by: caller)
            } else if answer.code == .incompatibleFlow {
                tell(ofUnreadable: session, answer, change, by: caller)
            }
        case .refusal(_, let kind):
            if let refusal = answer.refusal, caller.isClient {
                tell(of: refusal, kind: kind, request: caller.request, from: caller.source)
            }
        case .draft, .start, .takeover: break
        }
    }

    /// - Parameter request: The id of the call's request.
    func finish(_ creation: Creation, request: String?, with answer: Answer) {
        switch creation {
        case .start(let start):
            counter.count(.start, answer)
            tell(ofRefused: ChangeKind.start.name, start, answer, request: request)
        case .takeover:
            counter.count(.device, answer)
            if let refusal = answer.refusal { tell(of: refusal, kind: ChangeKind.device.name, request: request) }
        case .refusal(_, let kind): tell(ofRefused: kind, nil, answer, request: request)
        }
    }
}
