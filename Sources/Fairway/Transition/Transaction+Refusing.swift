import FairwayWire

/// Refusals by handlers.
extension Transaction {
    /// The failure for an error that a handler threw.
    func failure(_ error: any Error, of change: Change) -> ChangeFailure {
        guard let rejection = rejection(error) else {
            let failure = ChangeFailure(error)
            guard case .problem(let problem) = failure else { return failure }
            return .problem(problem.titled(in: language))
        }
        let subject = refusedSubject(of: change)
        if !rejection.isByEngine, let code = rejection.refusals.first(where: { $0.name == nil })?.code.rawValue,
            subject.names.outermost.contains(code)
        {
            return .mistake(
                Mistake(
                    "a flow rejects \(subject.name) as a whole with the code “\(code)”, which is one of its parameters: "
                        + "write nav.reject(“\(code)”, code, message)."
                )
            )
        }
        for case let name? in rejection.refusals.map(\.name) where !subject.names.contains(name) {
            let names = subject.names.outermost.joined(separator: ", ")
            return .mistake(
                Mistake(
                    "a flow rejects the parameter “\(name)” of \(subject.name), which has "
                        + (names.isEmpty ? "no parameters" : "only \(names)")
                        + ": name a parameter that it has, or reject it as a whole with nav.reject(code, message)."
                )
            )
        }
        let errors = rejection.refusals.map { refusal in
            FieldError(
                // The slashes of a name separate path components. Only its tildes are escaped (RFC 6901).
                subject.pointer + (refusal.name.map { "/" + $0.replacing("~", with: "~0") } ?? ""),
                refusal.code.rawValue,
                refusal.message,
                language,
                forOperators: refusal.message.withoutValues
            )
        }
        let reason = rejection.refusals.first { $0.name == nil }?.message
        return .problem(Problem(.rejected, reason.map(language.string), errors: errors).titled(in: language))
    }

    private func rejection(_ error: any Error) -> Rejection? {
        switch error {
        case let rejection as Rejection: rejection
        case let refusal as Refusal: Rejection(refusals: [refusal])
        case is KeyTaken: .keyTaken
        default: nil
        }
    }

    /// The part of a request that refusals point into.
    private struct RefusedSubject {
        var name: String
        var pointer = "/params"
        var names = RejectableNames(["properties": [:]])
    }

    private func refusedSubject(of change: Change) -> RefusedSubject {
        switch change {
        case .action(let name, _, _, _):
            guard let screen = subject.screen.flatMap({ blueprint.screen(stored: $0, mangled: nil) }) else { break }
            return RefusedSubject(name: "\(screen.name).\(name)", names: screen.rejectableNames(of: name))
        case .start(let request):
            // The initialiser of the input may refuse it before the flow is in the tree.
            guard let flow = editor.tree.root?.type ?? (try? blueprint.rootFlow(of: request, on: context.device)) else {
                break
            }
            // A flow without input is started by the app's own code, with values that no client has sent.
            let names = RejectableNames(flow.input?.schema ?? [:])
            return RefusedSubject(name: "the input of \(flow.name)", pointer: "/input", names: names)
        case .signal(let name, _):
            guard let signal = editor.before.signalOrder.firstNonNil({ $0.type.signal(named: name) }) else { break }
            return RefusedSubject(name: "the signal \(name)", names: names(of: signal))
        default: break
        }
        return RefusedSubject(name: "a change of the kind “\(change.kind)”")
    }

    private func names<S: Signal>(of signal: S.Type) -> RejectableNames { RejectableNames(JSONSchema.of(signal)) }
}
