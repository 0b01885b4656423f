import Fairway
import FairwayClient
import FairwayWire
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A call to a URL of a flag or of a file that a flag names. Redirects are not followed, because such URLs come from the
/// operator alone.
final class OutgoingCall: NSObject, URLSessionDataDelegate, Sendable {
    /// The time for a call.
    static let seconds = 10.0
    /// The limit on the size of an answer, after it was decompressed.
    static let mostBytes = 1 << 20

    private let clock: any WallClock
    /// The delegate queue. It is serial.
    private let queue = OperationQueue()
    private let state = Mutex(State())

    private struct State {
        var received: [UInt8] = []
        var status: Int?
        var isCompressed = false
        /// Nil after the call has ended.
        var task: URLSessionTask?
        var caller: CheckedContinuation<Result<OutgoingAnswer, OutgoingCallError>, Never>?
        var isTooLate = false
    }

    private init(_ clock: any WallClock) {
        self.clock = clock
        queue.maxConcurrentOperationCount = 1
    }

    /// Sends a request. If the caller's task is cancelled, the call is given up.
    static func answer(
        to request: URLRequest,
        _ clock: any WallClock
    ) async throws(OutgoingCallError) -> OutgoingAnswer {
        try await OutgoingCall(clock).answer(to: request)
    }

    private func answer(to request: URLRequest) async throws(OutgoingCallError) -> OutgoingAnswer {
        let configuration = URLSessionConfiguration.ephemeral
        // Linux's Foundation looks up a cache on another queue, and crashes if the task is cancelled meanwhile.
        configuration.urlCache = nil
        // The clock below limits the whole call. This timeout would restart with each byte.
        configuration.timeoutIntervalForRequest = 3_600
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        var request = request
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let task = session.dataTask(with: request)
        let timeout = clock.after(Self.seconds) { [weak self] in self?.giveUp() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let isTooLate = state.withLock { state in
                    (state.task, state.caller) = (task, caller)
                    return state.isTooLate
                }
                task.resume()
                session.finishTasksAndInvalidate()
                if isTooLate { giveUp() }
            }
        } onCancel: {
            state.withLock { $0.isTooLate = true }
            giveUp()
        }
        timeout.cancel()
        return try result.get()
    }

    private func giveUp() {
        queue.addOperation { [self] in
            let task = state.withLock { state in
                if state.task != nil { state.isTooLate = true }
                return state.task
            }
            task?.cancelOnDelegateQueue()
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Linux's Foundation crashes if the redirect of a cancelled task is answered.
        if task.state == .running { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let response = response as? HTTPURLResponse
        let coding = response?.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
        state.withLock { ($0.status, $0.isCompressed) = (response?.statusCode, coding != "identity") }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            guard state.received.count <= Self.mostBytes else { return true }
            state.received += data
            return state.received.count > Self.mostBytes
        }
        if isTooLarge { dataTask.cancelOnDelegateQueue() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (caller, result) = state.withLock { state in
            defer { (state.task, state.caller) = (nil, nil) }
            return (state.caller, Self.result(of: state, error))
        }
        caller?.resume(returning: result)
    }

    private static func result(of state: State, _ error: (any Error)?) -> Result<OutgoingAnswer, OutgoingCallError> {
        if state.isTooLate { return .failure(.late) }
        if state.received.count > mostBytes { return .failure(.tooLarge) }
        if let error {
            let text = error.localizedDescription
            return .failure(OutgoingCallError(text.hasSuffix(".") ? String(text.dropLast()) : text))
        }
        return .success(
            OutgoingAnswer(status: state.status ?? 0, isCompressed: state.isCompressed, body: state.received)
        )
    }
}

/// The answer to an ``OutgoingCall``.
struct OutgoingAnswer: Sendable {
    var status: Int
    var isCompressed: Bool
    /// Decompressed.
    var body: [UInt8]
}

/// The reason why a call has no answer.
struct OutgoingCallError: Error, Hashable {
    /// Continues the sentence "The call failed: …", without its full stop.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let late = OutgoingCallError("there was no complete answer within \(Int(OutgoingCall.seconds)) s")
    static let tooLarge = OutgoingCallError("the answer is larger than \(OutgoingCall.mostBytes >> 20) MiB")
}

extension URL {
    /// Parses a URL that the server calls. It begins with `https://`, or with `http://` and a loopback address. Nil if it is
    /// another one, or has credentials or a fragment.
    init?(called text: String) {
        guard let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound].lowercased() }),
            let url = URL(string: text), let host = url.host, !host.isEmpty, url.user == nil, url.fragment == nil,
            scheme == "https" || scheme == "http" && LoopbackAddress.includes(host)
        else { return nil }
        self = url
    }
}
