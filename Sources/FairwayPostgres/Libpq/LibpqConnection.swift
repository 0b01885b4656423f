#if Postgres
import CPostgres
import Dispatch
import Fairway
import Glibc

/// A non-blocking connection over libpq in pipeline mode (https://www.postgresql.org/docs/current/libpq-async.html,
/// libpq-pipeline-mode.html).
///
/// `@unchecked Sendable`, because all mutable state is confined to `queue`.
final class LibpqConnection: DatabaseConnection, @unchecked Sendable {
    let queue: DispatchQueue
    let onEvent: @Sendable (ConnectionEvent) -> Void
    private let role: ConnectionRole
    private let clock: any WallClock
    private var answerTimeout = AnswerTimeout()
    private(set) var handle: OpaquePointer?
    private(set) var phase = Phase.connecting
    private var isClosing = false
    private var isWriting = false
    private var monitor: SocketMonitor?
    /// Sent but unanswered requests, in order.
    var underWay: [Expected] = []
    /// The names of prepared statements, by their text.
    var prepared: [String: String] = [:]
    var preparations = 0
    /// Errors of failed preparations, until the batch that needs the statement fails.
    var failedPreparations: [String: PostgresFailure] = [:]

    enum Phase { case connecting, settingUp, open, ended }

    /// The timeout for connecting, including the attempts at all hosts of the connection string.
    private static let longestOpeningSeconds = 15.0

    init(
        _ string: ConnectionString,
        for role: ConnectionRole,
        clock: any WallClock,
        onEvent: @escaping @Sendable (ConnectionEvent) -> Void
    ) {
        self.role = role
        self.clock = clock
        self.onEvent = onEvent
        queue = DispatchQueue(label: "fairway.postgres.\(role)", qos: .userInitiated)
        queue.async { self.start(string) }
        clock.after(Self.longestOpeningSeconds) { [weak self] in
            guard let self else { return }
            queue.async {
                if self.phase == .connecting || self.phase == .settingUp { self.lose("connecting timed out") }
            }
        }
    }

    func send(_ batch: StatementBatch) {
        queue.async {
            guard self.phase == .open else { return self.refuse(batch) }
            self.submit(batch)
        }
    }

    /// Fails a batch that was not sent.
    func refuse(_ batch: StatementBatch) {
        batch.finish(.failure(PostgresFailure(kind: .unreachable, message: "the connection is gone")))
    }

    func close() {
        queue.async {
            self.isClosing = true
            self.endIfIdle()
        }
    }

    // MARK: Closing

    var errorMessage: String {
        let text = handle.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.isEmpty ? "the connection was closed" : lines.joined(separator: " ")
    }

    /// Closes a broken connection and fails the batches in flight, which may have been executed.
    func lose(_ message: String, as kind: PostgresFailure.Kind? = nil) {
        guard phase != .ended else { return }
        let failure = PostgresFailure(kind: kind ?? (phase == .open ? .cut : .unreachable), message: message)
        end()
        let lost = underWay
        underWay = []
        for case .batch(let batch, _) in lost { batch.finish(.failure(failure)) }
        onEvent(.lost(failure))
    }

    func endIfIdle() {
        guard isClosing, phase != .ended, underWay.isEmpty else { return }
        end()
        onEvent(.closed)
    }

    private func end() {
        phase = .ended
        monitor?.end()
        monitor = nil
        PQfinish(handle)
        handle = nil
    }

    // MARK: Timeout

    /// Call after sending. If the server hangs or the network is down, the socket reports no error: only this timeout
    /// detects it.
    func expectAnswer() {
        guard answerTimeout.begin() else { return }
        clock.after(role.silenceSeconds / 2) { [weak self] in
            guard let self else { return }
            queue.async { self.checkTimeout() }
        }
    }

    func answerArrived() { answerTimeout.answered() }

    private func checkTimeout() {
        guard phase == .open else { return }
        switch answerTimeout.end(isExpecting: !underWay.isEmpty) {
        case .none: break
        case .wait: expectAnswer()
        case .close: lose("no answer for \(Int(role.silenceSeconds)) seconds", as: .silent)
        }
    }

    // MARK: Connecting

    private func start(_ string: ConnectionString) {
        guard phase != .ended else { return }
        handle = string.withParameters { PQconnectStartParams($0, $1, 1) }
        guard handle != nil, PQstatus(handle) != CONNECTION_BAD else { return lose(errorMessage) }
        do throws(PostgresFailure) {
            monitor = try SocketMonitor(on: queue) { self.isReady($0) }
        } catch {
            return lose(error.message, as: error.kind)
        }
        // Call PQconnectPoll only after the socket has become writable
        // (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PQCONNECTSTARTPARAMS).
        awaitReadiness(toRead: false, toWrite: true)
    }

    private func continueConnecting() {
        switch PQconnectPoll(handle) {
        case PGRES_POLLING_READING: awaitReadiness(toRead: true, toWrite: false)
        case PGRES_POLLING_WRITING: awaitReadiness(toRead: false, toWrite: true)
        case PGRES_POLLING_OK: setUp()
        default: lose(errorMessage)
        }
    }

    private func setUp() {
        phase = .settingUp
        guard PQsetnonblocking(handle, 1) == 0, PQsendQuery(handle, role.setup) == 1 else { return lose(errorMessage) }
        awaitReadiness(toRead: true, toWrite: false)
        flush()
    }

    /// Call after all setup statements are answered.
    func becomeOpen() {
        guard PQenterPipelineMode(handle) == 1 else { return lose(errorMessage) }
        phase = .open
        onEvent(.opened)
        endIfIdle()
    }

    // MARK: Readiness of the socket

    private func isReady(_ readiness: SocketMonitor.Readiness) {
        guard phase != .connecting else { return continueConnecting() }
        if isWriting, readiness.toWrite { flush() }
        if phase != .ended, readiness.toRead { readable() }
    }

    private func awaitReadiness(toRead: Bool, toWrite: Bool) {
        // PQsocket returns -1 on failure (https://www.postgresql.org/docs/current/libpq-status.html#LIBPQ-PQSOCKET).
        let socket = PQsocket(handle)
        guard socket >= 0 else { return lose(errorMessage) }
        if monitor?.watch(socket, toRead: toRead, toWrite: toWrite) != true {
            lose("epoll_ctl: \(String(cString: strerror(errno)))")
        }
    }

    /// Sends the bytes that libpq has buffered because the socket was full.
    func flush() {
        guard phase != .ended else { return }
        // https://www.postgresql.org/docs/current/libpq-async.html#LIBPQ-PQFLUSH
        let left = PQflush(handle)
        guard left >= 0 else { return lose(errorMessage) }
        guard isWriting != (left == 1) else { return }
        isWriting = left == 1
        awaitReadiness(toRead: true, toWrite: isWriting)
    }
}

extension LibpqConnection {
    /// Reports notifications of other connections, and drops those that this connection sent.
    func takeNotifications() {
        while let notification = PQnotifies(handle) {
            let isOwn = notification.pointee.be_pid == PQbackendPID(handle)
            let payload = String(cString: notification.pointee.extra)
            PQfreemem(notification)
            if !isOwn { onEvent(.notified(payload)) }
        }
    }
}
#endif
