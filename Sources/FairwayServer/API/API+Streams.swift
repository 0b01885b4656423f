import Fairway
import FairwayHTTP
import FairwayWire

/// Watching a session.
extension API {
    /// Answers with every revision as it comes, until the session is over or the client has gone.
    func watch(_ request: Request, _ exchange: Exchange, _ session: String) {
        exchange.holdLine()
        Task.immediate(executorPreference: exchange.eventQueue) {
            do {
                let caller = try caller(request)
                let seen = request[.lastEventID].flatMap { UInt32($0) }.map { Int($0) }
                let subscription = try await engine.subscribe(session, by: caller, after: seen ?? 0)
                // Whoever watches a session keeps it in memory, so that a stream that does not come about must let go.
                var isWatched = false
                defer { if !isWatched { subscription.cancel() } }
                let missed =
                    if let seen, seen < subscription.beginning {
                        try await engine.effects(session, after: seen, upTo: subscription.beginning)
                    } else {
                        [EffectDocument]()
                    }
                isWatched = true
                let stream = EventStream(exchange, streams) { subscription.cancel() }
                await stream.run { await stream.send(subscription, missed) }
            } catch {
                exchange.respond { try respond(error, to: request) }
            }
        }
    }
}

extension EventStream {
    /// Sends states until there are no more. While the client does not read, the subscription keeps the newest.
    ///
    /// - Parameter missed: The instructions that the client has not been sent since it was last connected.
    fileprivate func send(_ subscription: Subscription, _ missed: [EffectDocument]) async {
        var missed = missed
        while let event = await subscription.next() {
            switch event {
            case .superseded:
                await send("superseded")
            case .state(var document):
                document.effects = missed + document.effects
                missed = []
                await send("state", id: document.revision, data: "\(document.json)")
            }
        }
    }
}
