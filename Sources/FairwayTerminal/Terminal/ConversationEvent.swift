import FairwayClient
import FairwayWire

/// What a conversation is told: by the keyboard, the server, the system.
enum ConversationEvent: Sendable {
    case typed([UInt8])
    /// Nothing has followed what was typed.
    case settled
    case changed
    case connection(Bool)
    case catalog(Catalog)
    case finished(Player.Refusal?)
    case stopped(ClientError)
    case signal(TerminalSignal)

    /// What it is about. Of two that are about the same, the newer one says all there is to say.
    var subject: Subject {
        switch self {
        case .typed: .keyboard
        case .settled: .pause
        case .changed: .state
        case .connection: .connection
        case .catalog: .catalog
        case .finished: .request
        case .stopped: .stream
        case .signal(let signal): .signal(signal)
        }
    }

    /// What an event is about. The keyboard is read, and a request made, one at a time.
    enum Subject: Hashable, Sendable {
        case keyboard, pause, state, connection, catalog, request, stream
        case signal(TerminalSignal)
    }
}
