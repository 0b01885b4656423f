import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A connection that delivers the bytes of a response as they arrive. Linux's Foundation has no
/// `URLSession.bytes(for:)`.
final class EventConnection: NSObject, URLSessionDataDelegate, Sendable {
    /// The bytes of the response. The first element is empty and marks the established connection. The stream throws a
    /// ``ClientError`` if the call is refused or the connection breaks.
    let bytes: AsyncThrowingStream<[UInt8], any Error>
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let refused = Mutex<Transport.Reply?>(nil)
    private let phase = Mutex(Phase.opening(nil))
    /// The delegate queue. It is serial.
    private let queue = OperationQueue()
    private let request: URLRequest
    private let call: URLRequest
    private let configuration: URLSessionConfiguration
    private let closing: AsyncStream<Never>
    private let closed: AsyncStream<Never>.Continuation

    private enum Phase {
        /// The preceding call is running.
        case opening(URLSessionTask?)
        case streaming(URLSessionTask)
        case over
    }

    /// A connection for a stream. It first makes `call`, a call without side effects.
    init(_ request: URLRequest, after call: URLRequest, _ configuration: URLSessionConfiguration) {
        (self.request, self.call, self.configuration) = (request, call, configuration)
        (bytes, continuation) = AsyncThrowingStream.makeStream()
        (closing, closed) = AsyncStream.makeStream()
        super.init()
        queue.maxConcurrentOperationCount = 1
    }

    /// Opens the stream on a connection that has answered the call. ``close()`` must follow.
    ///
    /// If a streaming task opens its own connection, Linux's Foundation polls that connection for writability, and an
    /// idle stream takes most of a CPU. A connection that has answered a call is not polled.
    func open() {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        let first = session.dataTask(with: call) { _, _, _ in self.stream(on: session) }
        phase.withLock { $0 = .opening(first) }
        continuation.onTermination = { _ in self.cancel() }
        first.resume()
    }

    /// Closes the connection and waits until it is closed, even if the calling task is cancelled.
    func close() async {
        cancel()
        let closing = closing
        await Task.detached {
            for await _ in closing {}
        }.value
    }

    private func stream(on session: URLSession) {
        let task = phase.withLock { phase -> URLSessionTask? in
            guard case .opening = phase else { return nil }
            let task = session.dataTask(with: request)
            phase = .streaming(task)
            return task
        }
        task?.resume()
        if task == nil { closed.finish() }
        session.finishTasksAndInvalidate()
    }

    /// Cancels the task on the delegate queue.
    private func cancel() {
        queue.addOperation { [self] in
            let task = phase.withLock { phase -> URLSessionTask? in
                defer { phase = .over }
                switch phase {
                case .opening(let task): return task
                case .streaming(let task): return task
                case .over: return nil
                }
            }
            task?.cancelOnDelegateQueue()
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let reply = Transport.Reply(response, [])
        // A response of another content type comes from a proxy or a login page.
        let isStream = response.mimeType == "text/event-stream"
        if reply.status == 200, isStream {
            // No bytes yet, but the connection is established.
            continuation.yield([])
        } else {
            refused.withLock { $0 = reply }
        }
        completionHandler(.allow)
    }

    /// Refuses redirects, as ``RedirectRefusal`` does. That class cannot be the superclass: its default implementations
    /// would handle the other delegate calls, including the completion of a task.
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

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isRefused = refused.withLock { reply in
            reply?.body += data
            return reply != nil
        }
        if !isRefused { continuation.yield(Array(data)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // Set the phase before finishing the stream, because `onTermination` would cancel the completed task.
        phase.withLock { $0 = .over }
        closed.finish()
        if let error {
            continuation.finish(throwing: ClientError.network(error as? URLError ?? URLError(.unknown)))
        } else if let reply = refused.withLock(\.self) {
            do throws(ClientError) {
                _ = try reply.checked()
                throw ClientError.unexpected(status: reply.status, body: reply.body)
            } catch {
                continuation.finish(throwing: error)
            }
        } else {
            continuation.finish()
        }
    }
}

/// Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6). It
/// supports the subset that Fairway sends: UTF-8 with `event`, `data` and `id`.
struct EventParser {
    /// The maximum size of an event, as in the JavaScript client. It bounds the memory that a faulty server can use.
    var largestEvent = 16 * 1024 * 1024

    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var lastWasReturn = false

    struct ServerSentEvent: Hashable, Sendable {
        var name = "message"
        var data = ""
        var id: String?
    }

    /// The stream has an event that is too large.
    struct TooLarge: Error {}

    /// Parses bytes and returns the events that are now complete.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLarge) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            // CR, LF and CRLF all end a line.
            let isReturn = byte == 0x0D
            let isEnd = isReturn || byte == 0x0A
            defer { lastWasReturn = isReturn }
            if byte == 0x0A, lastWasReturn { continue }
            guard isEnd else {
                guard line.count + event.data.utf8.count < largestEvent else { throw TooLarge() }
                line.append(byte)
                continue
            }
            if let complete = endLine() { events.append(complete) }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            defer { event = ServerSentEvent() }
            return event.data.isEmpty ? nil : event
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let name = String(decoding: line[..<colon], as: UTF8.self)
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "event": event.name = text
        case "data": event.data += event.data.isEmpty ? text : "\n" + text
        case "id": event.id = text
        default: break
        }
        return nil
    }
}
