#if Postgres
import CPostgres
import Dispatch
import Fairway
import Glibc

/// A connection over libpq that never waits: its socket is watched, and batches go out one behind the other without
/// waiting for the answers (https://www.postgresql.org/docs/current/libpq-async.html, libpq-pipeline-mode.html).
///
/// It is `@unchecked Sendable`, because everything that changes is touched on `queue` only.
final class LibpqConnection: DatabaseConnection, @unchecked Sendable {
    let queue: DispatchQueue
    let tell: @Sendable (ConnectionEvent) -> Void
    private let role: ConnectionRole
    private let clock: any WallClock
    private var silence = Silence()
    private(set) var handle: OpaquePointer?
    private(set) var phase = Phase.connecting
    private var isClosing = false
    private var isWriting = false
    private var watch: SocketWatch?
    /// What has been sent and not been answered, in order.
    var underWay: [Expected] = []
    /// The names of prepared statements, by their text.
    var prepared: [String: String] = [:]
    var preparations = 0
    /// Why a statement could not be prepared, until the batch that needs it is told.
    var failedPreparations: [String: PostgresFailure] = [:]

    enum Phase { case connecting, settingUp, open, ended }

    /// How long it may take to be let in, all hosts together.
    private static let longestOpeningSeconds = 15.0

    /// Begins to connect.
    init(
        _ string: ConnectionString,
        for role: ConnectionRole,
        clock: any WallClock,
        tell: @escaping @Sendable (ConnectionEvent) -> Void
    ) {
        self.role = role
        self.clock = clock
        self.tell = tell
        queue = DispatchQueue(label: "fairway.postgres.\(role)", qos: .userInitiated)
        queue.async { self.start(string) }
        clock.after(Self.longestOpeningSeconds) { [weak self] in
            guard let self else { return }
            queue.async { if self.phase == .connecting || self.phase == .settingUp { self.lose("nobody answered") } }
        }
    }

    func send(_ batch: Batch) {
        queue.async {
            guard self.phase == .open else { return self.refuse(batch) }
            self.submit(batch)
        }
    }

    /// Says of a batch of which nothing was sent that it cannot be.
    func refuse(_ batch: Batch) {
        batch.finish(.failure(PostgresFailure(kind: .unreachable, message: "the connection is gone")))
    }

    func close() {
        queue.async {
            self.isClosing = true
            self.endIfIdle()
        }
    }

    // MARK: Ending

    /// What libpq has to say about what went wrong last.
    var complaint: String {
        let text = handle.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
        let lines = text.split(whereSeparator: \.isNewline)
        return lines.isEmpty ? "the connection was closed" : lines.joined(separator: " ")
    }

    /// Ends a connection that can no longer be used: what is under way may have been done or not.
    func lose(_ message: String, as kind: PostgresFailure.Kind? = nil) {
        guard phase != .ended else { return }
        let failure = PostgresFailure(kind: kind ?? (phase == .open ? .cut : .unreachable), message: message)
        end()
        let lost = underWay
        underWay = []
        for case .batch(let batch, _) in lost { batch.finish(.failure(failure)) }
        tell(.lost(failure))
    }

    func endIfIdle() {
        guard isClosing, phase != .ended, underWay.isEmpty else { return }
        end()
        tell(.closed)
    }

    private func end() {
        phase = .ended
        watch?.end()
        watch = nil
        PQfinish(handle)
        handle = nil
    }

    // MARK: Silence

    /// Something was sent. A server that was stopped, or is no longer at the other end of the cable, leaves the socket as
    /// it is: that no answer comes is all there is to notice.
    func expectAnswer() {
        guard silence.begin() else { return }
        clock.after(role.silenceSeconds / 2) { [weak self] in
            guard let self else { return }
            queue.async { self.listenForAnswer() }
        }
    }

    /// Something was answered.
    func hearAnswer() { silence.hear() }

    private func listenForAnswer() {
        guard phase == .open else { return }
        switch silence.end(isExpecting: !underWay.isEmpty) {
        case .none: break
        case .listen: expectAnswer()
        case .giveUp: lose("no answer for \(Int(role.silenceSeconds)) seconds", as: .silent)
        }
    }

    // MARK: Connecting

    private func start(_ string: ConnectionString) {
        guard phase != .ended else { return }
        handle = string.withParameters { PQconnectStartParams($0, $1, 1) }
        guard handle != nil, PQstatus(handle) != CONNECTION_BAD else { return lose(complaint) }
        do throws(PostgresFailure) {
            watch = try SocketWatch(on: queue) { self.isReady($0) }
        } catch {
            return lose(error.message, as: error.kind)
        }
        // https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PQCONNECTSTARTPARAMS: as if it had just said
        // that it wants to write.
        look(toRead: false, toWrite: true)
    }

    private func goOn() {
        switch PQconnectPoll(handle) {
        case PGRES_POLLING_READING: look(toRead: true, toWrite: false)
        case PGRES_POLLING_WRITING: look(toRead: false, toWrite: true)
        case PGRES_POLLING_OK: setUp()
        default: lose(complaint)
        }
    }

    private func setUp() {
        phase = .settingUp
        guard PQsetnonblocking(handle, 1) == 0, PQsendQuery(handle, role.setup) == 1 else { return lose(complaint) }
        look(toRead: true, toWrite: false)
        flush()
    }

    /// All statements it begins with have been answered.
    func becomeOpen() {
        guard PQenterPipelineMode(handle) == 1 else { return lose(complaint) }
        phase = .open
        tell(.opened)
        endIfIdle()
    }

    // MARK: Watching

    private func isReady(_ readiness: SocketWatch.Readiness) {
        guard phase != .connecting else { return goOn() }
        if isWriting, readiness.toWrite { flush() }
        if phase != .ended, readiness.toRead { readable() }
    }

    private func look(toRead: Bool, toWrite: Bool) {
        // https://www.postgresql.org/docs/current/libpq-status.html#LIBPQ-PQSOCKET: -1 when there is no connection.
        let socket = PQsocket(handle)
        guard socket >= 0 else { return lose(complaint) }
        if watch?.look(at: socket, toRead: toRead, toWrite: toWrite) != true {
            lose("epoll_ctl: \(String(cString: strerror(errno)))")
        }
    }

    /// Sends what libpq holds back because the socket was full.
    func flush() {
        guard phase != .ended else { return }
        // https://www.postgresql.org/docs/current/libpq-async.html#LIBPQ-PQFLUSH
        let left = PQflush(handle)
        guard left >= 0 else { return lose(complaint) }
        guard isWriting != (left == 1) else { return }
        isWriting = left == 1
        look(toRead: true, toWrite: isWriting)
    }
}
#endif
