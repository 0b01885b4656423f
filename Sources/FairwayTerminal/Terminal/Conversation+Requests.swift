import Dispatch
import FairwayClient
import FairwayServer
import FairwayWire
import Foundation

/// Asynchronous operations. Each reports its result as an event.
extension Conversation {
    private var language: String? { environment.language }

    mutating func readMore() {
        guard !isReading else { return }
        isReading = true
        StandardInput.read { [events] bytes in events.put(.typed(bytes)) }
    }

    /// Waits for the rest of an escape sequence. 50 ms suffice for slow connections and are not noticeable.
    func settleSoon() {
        Task { [events] in
            try? await Task.sleep(for: .milliseconds(50))
            events.put(.settled)
        }
    }

    func watch() -> Task<Void, Never> {
        Task { [session, events] in
            for await _ in session.updates { events.put(.changed) }
        }
    }

    func follow() -> Task<Void, Never> {
        Task { [session, events] in
            do throws(ClientError) {
                try await session.follow { events.put(.connection($0)) }
            } catch {
                events.put(.stopped(error))
            }
        }
    }

    func fetchCatalog() {
        Task { [app, events, language] in
            if let catalog = try? await app.catalog(language: language) { events.put(.catalog(catalog)) }
        }
    }

    func perform(_ request: UserRequest) {
        Task { [session, events] in
            do throws(ClientError) {
                try await session.perform(request)
                events.put(.finished(nil))
            } catch {
                events.put(.finished(Player.Failure(text: error.sentence, errors: error.problem?.errors ?? [])))
            }
        }
    }
}

extension RemoteSession {
    func perform(_ request: UserRequest) async throws(ClientError) {
        switch request {
        case .act(let screen, let action, let parameters, let draft):
            try await send(action, parameters, on: screen, draft: draft)
        case .goBack(let screen, let draft): try await goBack(from: screen, draft: draft)
        case .select(let tab, let container): try await select(tab, in: container)
        case .open(let link): try await open(link: link)
        case .refresh: try await refresh()
        case .leave: break
        }
    }
}

extension ClientError {
    /// The sentence about an unknown flow, with the one that the user probably meant; nil for any other error.
    func suggestion(for flow: String) -> String? {
        guard let problem, problem.code == .noSuchFlow else { return nil }
        return Suggestion.nearest(to: flow, in: problem.available).map { meant in
            "\(problem.detail ?? problem.title) Did you mean \(meant)?"
        }
    }
}

/// An executor for tasks that may block, for example on a file lock or on a stopped terminal. On the shared executor
/// they would block other tasks.
final class BlockingTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "fairway.terminal")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
