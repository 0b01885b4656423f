import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One connection that brings bytes as they come. `URLSession.bytes(for:)` would do, but is not there on Linux.
final class EventConnection: NSObject, URLSessionDataDelegate, Sendable {
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let refused = Mutex<Transport.Reply?>(nil)

    private init(_ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.continuation = continuation
    }

    /// The bytes of a response, nothing first of all when it begins; ends with a ``ClientError`` when it is a refusal or the connection breaks.
    static func open(
        _ request: URLRequest,
        _ configuration: URLSessionConfiguration
    ) -> AsyncThrowingStream<
        [UInt8], any Error
    > {
        AsyncThrowingStream { continuation in
            let connection = EventConnection(continuation)
            let session = URLSession(configuration: configuration, delegate: connection, delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in
                task.cancel()
                session.finishTasksAndInvalidate()
            }
            task.resume()
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let reply = Transport.Reply(response, [])
        if reply.status == 200 {
            // No bytes yet, but the connection is there.
            continuation.yield([])
        } else {
            refused.withLock { $0 = reply }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isRefused = refused.withLock { reply in
            reply?.body += data
            return reply != nil
        }
        if !isRefused { continuation.yield(Array(data)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
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
