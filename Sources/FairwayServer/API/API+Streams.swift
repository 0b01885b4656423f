import Fairway
import FairwayHTTP
import FairwayWire

/// Watching a session.
extension API {
    /// Answers with every revision as it comes, until the session is over or the client has gone.
    func watch(_ request: Request, _ exchange: Exchange, _ session: String) {
        Task.immediate(executorPreference: exchange.eventQueue) {
            do {
                let caller = try caller(request)
                let seen = request[.lastEventID].flatMap { Int($0) }
                let answer = await engine.state(session, by: caller)
                guard answer.status == 200, let revision = answer.revision else {
                    return exchange.respond(respond(answer, to: request))
                }
                let since = seen.map { min($0, revision) }
                let subscription = try await engine.subscribe(session, by: caller, after: since ?? 0)
                // Whoever watches a session keeps it in memory, so that a stream that does not come about must let go.
                var isWatched = false
                defer { if !isWatched { subscription.cancel() } }
                let missed =
                    if let since, since < revision { try await engine.effects(session, after: since) } else {
                        [EffectDocument]()
                    }
                isWatched = true
                await EventStream(exchange, subscription, streams).run(missed)
            } catch let problem as Problem {
                exchange.respond(Response(Answer(problem)))
            } catch {
                exchange.respond(Response(Answer(Problem(.storeUnavailable), cause: "\(error)")))
            }
        }
    }
}
