import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One connection that brings bytes as they come. `URLSession.bytes(for:)` would do, but is not there on Linux.
final class EventConnection: NSObject, URLSessionDataDelegate, Sendable {
    /// The bytes of a response, nothing first of all when it begins; ends with a ``ClientError`` when it is a refusal or
    /// the connection breaks.
    let bytes: AsyncThrowingStream<[UInt8], any Error>
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let refused = Mutex<Transport.Reply?>(nil)
    private let phase = Mutex(Phase.opening(nil))
    /// Where the session tells of its tasks, one thing after the other.
    private let queue = OperationQueue()
    private let closing: AsyncStream<Never>
    private let closed: AsyncStream<Never>.Continuation

    private enum Phase {
        /// The call that goes before.
        case opening(URLSessionTask?)
        case streaming(URLSessionTask)
        case over
    }

    /// Asks for the bytes.
    ///
    /// - Parameter call: A harmless one to the same server, made first. Over a connection that a task has opened itself,
    ///   the task of Linux's Foundation asks again and again whether it could write, for as long as it waits: most of a
    ///   processor for a stream on which nothing comes. Over one that has answered a call it does not.
    init(_ request: URLRequest, after call: URLRequest, _ configuration: URLSessionConfiguration) {
        (bytes, continuation) = AsyncThrowingStream.makeStream()
        (closing, closed) = AsyncStream.makeStream()
        super.init()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        let first = session.dataTask(with: call) { _, _, _ in self.stream(request, on: session) }
        phase.withLock { $0 = .opening(first) }
        continuation.onTermination = { _ in self.cancel() }
        first.resume()
    }

    /// Returns when nothing of it is left, also to one who was cancelled.
    func close() async {
        cancel()
        let closing = closing
        await Task.detached {
            for await _ in closing {}
        }.value
    }

    private func stream(_ request: URLRequest, on session: URLSession) {
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

    /// A server may end a stream in the moment in which it is cancelled here, as it does when the session is over. Linux's
    /// Foundation then ends the process: what cancels a task looks it up later, when its end may have been told and the task
    /// dropped. So it is cancelled where ends are told, and before the next is, it has been looked up: a second call waits
    /// for what the first has begun.
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
            task?.cancel()
            task?.cancel()
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let reply = Transport.Reply(response, [])
        // Else somebody on the way has answered: a proxy, a login page.
        let isStream = response.mimeType == "text/event-stream"
        if reply.status == 200, isStream {
            // No bytes yet, but the connection is there.
            continuation.yield([])
        } else {
            refused.withLock { $0 = reply }
        }
        completionHandler(.allow)
    }

    /// As ``RedirectRefusal`` does. Not inherited from it: a superclass that conforms to the protocol would have its other
    /// calls answered by the defaults, the end of a task among them.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isRefused = refused.withLock { reply in
            reply?.body += data
            return reply != nil
        }
        if !isRefused { continuation.yield(Array(data)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // Before the stream ends, which would cancel what is complete.
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
