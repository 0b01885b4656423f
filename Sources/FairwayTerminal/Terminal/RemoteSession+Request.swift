import FairwayClient
import FairwayWire

extension RemoteSession {
    /// Asks the server for what the user wants.
    func perform(_ request: Request) async throws(ClientError) {
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
