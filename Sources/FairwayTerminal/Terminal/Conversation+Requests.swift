import FairwayClient
import FairwayWire

/// What takes its time, and comes back as an event.
extension Conversation {
    mutating func readMore() {
        guard !isReading else { return }
        isReading = true
        StandardInput.read { [inbox] bytes in inbox.put(.typed(bytes)) }
    }

    /// Long enough for what belongs together to come, even from far away, and too short to be felt.
    func settleSoon() {
        Task { [inbox] in
            try? await Task.sleep(for: .milliseconds(50))
            inbox.put(.settled)
        }
    }

    func watch() -> Task<Void, Never> {
        Task { [session, inbox] in
            for await _ in session.updates { inbox.put(.changed) }
        }
    }

    func follow() -> Task<Void, Never> {
        Task { [session, inbox] in
            do throws(ClientError) {
                try await session.follow { inbox.put(.connection($0)) }
            } catch {
                inbox.put(.stopped(error))
            }
        }
    }

    func fetchCatalog() {
        Task { [app, inbox] in
            if let catalog = try? await app.catalog() { inbox.put(.catalog(catalog)) }
        }
    }

    func perform(_ request: Request) {
        Task { [session, inbox] in
            do throws(ClientError) {
                try await session.perform(request)
                inbox.put(.finished(nil))
            } catch {
                inbox.put(.finished(Player.Refusal(text: error.sentence, errors: error.problem?.errors ?? [])))
            }
        }
    }
}
