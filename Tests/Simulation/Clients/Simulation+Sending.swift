import Fairway
import Synchronization

/// The network between clients and the running processes.
extension Simulation {
    /// Performs a call. The request or the response may be lost.
    func deliver(_ call: (Engine) async -> Answer?) async -> Delivery {
        guard let server, !environment.happens(onceIn: environment.rates.losses * 2) else { return .lost }
        let answer = await call(server.engine)
        guard environment.isAlive(server.number), !environment.happens(onceIn: environment.rates.losses) else {
            environment.history.note("lost")
            return .lost
        }
        return .answered(answer)
    }

    /// The result of a call.
    enum Delivery {
        case lost
        case answered(Answer?)

        var answer: Answer? { if case .answered(let answer) = self { answer } else { nil } }
    }

    /// Sends a request once.
    func send(_ request: ClientRequest) async -> Answer? {
        environment.history.note("send \(request.number) \(request.change.kind) \(request.key ?? "")")
        let wasUncertain = observations.begin(request)
        let delivery = await deliver { engine in
            await engine.perform(request.change, on: request.session, by: request.caller, guards: request.guards)
        }
        guard let answer = delivery.answer else { return nil }
        observations.take(answer, to: request, wasUncertain: wasUncertain)
        return answer
    }

    /// Sends a request until its result is known. A request without an idempotency key is sent once.
    func resolve(_ request: ClientRequest) async -> Answer? {
        guard request.key != nil else { return await send(request) }
        return await retry { await send(request) }
    }

    /// Repeats a call until the response is not a temporary failure.
    func retry(_ ask: () async -> Answer?) async -> Answer? {
        for _ in 0..<400 where environment.violation == nil {
            let answer = await ask()
            switch answer?.code {
            case nil where answer == nil: break
            case .storeUnavailable, .overloaded, .tooManyRequests: break
            default: return answer
            }
            await environment.pause(environment.dice.roll(50...1_500))
        }
        environment.violate("no response after 400 retries")
        return nil
    }
}
