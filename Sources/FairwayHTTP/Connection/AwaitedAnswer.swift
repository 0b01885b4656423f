/// A request whose answer is not written yet, in the line of its connection.
struct AwaitedAnswer {
    let sequence: Int
    /// Where it is counted.
    let row: Int
    let method: Method?
    let id: RequestID
    /// The web page that asks; nil also when CORS is not configured.
    let origin: String?
    let startNanoseconds: UInt64
    let isOldVersion: Bool
    let acceptsGzip: Bool
    /// What the request takes for as long as its handler has it.
    let requestBytes: Int
    /// What is to be written when those before it have been.
    var answer: Answer?
    /// Called when the client goes before the answer.
    var onGone: (@Sendable () -> Void)?

    /// How many bytes wait here for their turn.
    var waitingBytes: Int {
        switch answer {
        case .response(let response): response.body.count
        case .stream(_, let stream): stream.waiting.reduce(0) { $0 + $1.count }
        case nil: 0
        }
    }

    func add(to holding: inout Holding) {
        switch answer {
        case .response(let response): holding.add(response.body)
        case .stream(_, let stream): for bytes in stream.waiting { holding.add(bytes) }
        case nil: holding.add(requestBytes)
        }
    }
}
