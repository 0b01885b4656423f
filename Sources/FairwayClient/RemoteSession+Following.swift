import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives changes that this client did not make: timers, results of background work, other devices.
extension RemoteSession {
    /// Follows the session until it is over, and publishes new states in ``updates``. If the connection breaks, it
    /// reconnects, until the task is cancelled.
    ///
    /// ```swift
    /// let following = Task { try await session.follow { isConnected in showOffline(!isConnected) } }
    /// ```
    ///
    /// - Parameter connected: Called with true when a connection is established and with false when it is lost.
    /// - Throws: ``ClientError`` for a failure that is not retried, such as credentials that are no longer valid
    ///   because another device took over the session, or an event of more than 16 MiB.
    public func follow(
        connected: @Sendable (Bool) -> Void = { _ in }
    ) async throws(ClientError) {
        var failures = 0
        while state.status == .active, !Task.isCancelled {
            let credential = credentials.credential
            do throws(ClientError) {
                // A server that shuts down ends its streams without an error, so reconnect immediately. If the stream
                // ended without any data, wait first.
                let hasReceivedData = try await followOnce(connected)
                if Task.isCancelled { return }
                guard hasReceivedData else { throw .network(URLError(.networkConnectionLost)) }
                failures = 0
            } catch {
                if error.problem?.code == .superseded, await hasSignedIn(since: credential) { continue }
                // Cancelling closes the connection, which can arrive here as an error.
                if Task.isCancelled { return }
                connected(false)
                guard let delay = app.retry.delay(after: 1, error) else { throw error }
                failures += 1
                do {
                    try await Task.sleep(for: min(delay * failures, app.retry.longestDelay))
                } catch {
                    return
                }
            }
        }
    }

    /// Follows over one connection. Returns whether to reconnect immediately.
    private func followOnce(_ connected: @Sendable (Bool) -> Void) async throws(ClientError) -> Bool {
        guard let token = credentials.token else {
            return try await app.asUser { token throws(ClientError) in
                let hasReceivedData = try await followOnce(with: token, connected)
                guard let token, state.status == .active, !Task.isCancelled else { return hasReceivedData }
                // A stream ends when the user token expires. If there is no other one, wait before reconnecting.
                let other = try? await app.userToken?.other(than: token)
                return hasReceivedData && other != nil
            }
        }
        return try await followOnce(with: token, connected)
    }

    /// Follows over one connection. Returns whether any data arrived.
    private func followOnce(
        with token: String?,
        _ connected: @Sendable (Bool) -> Void
    ) async throws(ClientError) -> Bool {
        let (call, request): (URLRequest, URLRequest)
        do throws(URLError) {
            call = try app.transport.request(self.call("GET", "").by(token))
            request = try app.transport.request(self.call("GET", "/stream").by(token))
        } catch {
            throw .network(error)
        }
        var resuming = request
        resuming.setValue("\(state.revision)", forHTTPHeaderField: "Last-Event-ID")
        resuming.timeoutInterval = app.streamTimeoutSeconds
        let connection = EventConnection(resuming, after: call, app.transport.session.configuration)
        connection.open()
        let hasReceivedData: Bool
        do throws(ClientError) {
            hasReceivedData = try await read(connection, connected)
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
        return hasReceivedData
    }

    private func read(
        _ connection: EventConnection,
        _ connected: @Sendable (Bool) -> Void
    ) async throws(ClientError) -> Bool {
        var parser = EventParser()
        var hasReceivedData = false
        do {
            for try await bytes in connection.bytes {
                if bytes.isEmpty { connected(true) } else { hasReceivedData = true }
                for event in try parser.read(bytes) {
                    guard event.name == "state" else {
                        throw ClientError.problem(Problem(.superseded), retryAfter: nil)
                    }
                    receive(try JSON.decode(StateDocument.self, from: Array(event.data.utf8)))
                }
            }
        } catch let error as ClientError {
            throw error
        } catch is EventParser.TooLarge {
            throw .network(URLError(.dataLengthExceedsMaximum))
        } catch {
            throw .network(URLError(.cannotParseResponse))
        }
        return hasReceivedData
    }
}
