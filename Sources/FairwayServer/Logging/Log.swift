import Dispatch
import FairwayHTTP
import Synchronization

/// The server's log. Takes records on any thread without blocking, and writes them on its own queue.
///
/// A bounded buffer holds the records until they are written. If the reader of standard error is too slow, new records
/// are dropped, and their number is logged later.
final class Log: Sendable {
    private let level: LogLevel
    private let style: LogLines.Style
    private let mostWaiting: Int
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable ([UInt8]) -> Void
    private let waiting: Mutex<Waiting>
    private let queue = DispatchQueue(label: "fairway.log")

    /// The delay before a write. Records of this time are written as one batch.
    private static let batchDelay = DispatchTimeInterval.milliseconds(5)

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is logged.
    ///   - format: The format of the lines.
    ///   - console: The console whose standard error gets the lines.
    ///   - isHeld: Whether records stay in the buffer until ``release()`` or ``flush(withinSeconds:)``.
    ///   - mostWaiting: The capacity of the buffer.
    ///   - now: The clock.
    init(
        level: LogLevel,
        format: LogFormat,
        console: Console,
        isHeld: Bool = false,
        mostWaiting: Int = 8_192,
        now: @escaping @Sendable () -> Timestamp = Timestamp.system
    ) {
        self.level = level
        self.style =
            switch format {
            case .text: .text
            case .json: .json
            case .auto: console.errorsAreRead ? .text : .json
            }
        // A write that is under way keeps `record` from starting one.
        waiting = Mutex(Waiting(isBeingWritten: isHeld))
        self.mostWaiting = mostWaiting
        self.now = now
        self.write = console.errors
    }

    /// Logs a record, or drops it if the buffer is full. Never blocks.
    func record(_ event: LogEvent) {
        guard event.level >= level else { return }
        let time = now()
        let mustBeginWriting = waiting.withLock { waiting in
            guard waiting.records.count < mostWaiting else {
                waiting.dropped += 1
                waiting.totalDropped += 1
                return false
            }
            waiting.records.append(Record(event: event, time: time))
            defer { waiting.isBeingWritten = true }
            return !waiting.isBeingWritten
        }
        // Delayed, because waking the queue for each record costs more than recording it.
        if mustBeginWriting { queue.asyncAfter(deadline: .now() + Self.batchDelay) { self.writeAll() } }
    }

    /// Writes the records of a log that was held, and no longer holds it.
    func release() { queue.async { self.writeAll() } }

    /// Waits until all earlier records are written, or until the timeout: a stalled reader must not keep the process
    /// from exiting.
    func flush(withinSeconds seconds: Int) {
        let written = DispatchWorkItem { self.writeAll() }
        queue.async(execute: written)
        _ = written.wait(timeout: .now() + .seconds(seconds))
    }

    /// Adds the number of dropped records to the metrics, since a stalled log cannot report it.
    func writeCounts(to text: inout PrometheusText) {
        text.family(
            "fairway_log_records_dropped_total",
            .counter,
            "Log records dropped because standard error was read too slowly."
        )
        text.sample(value: Double(waiting.withLock(\.totalDropped)))
    }

    private struct Record {
        let event: LogEvent
        let time: Timestamp
    }

    private struct Waiting {
        var records: [Record] = []
        var dropped = 0
        var totalDropped = 0
        var isBeingWritten = false
    }

    /// Runs on the queue. Batches all waiting records into one write.
    private func writeAll() {
        while let (records, dropped) = takeAll() {
            var lines = LogLines(style)
            for record in records { lines.append(record.event, at: record.time) }
            if dropped > 0 { lines.append(.dropped(dropped), at: now()) }
            write(lines.bytes)
        }
    }

    /// Takes all waiting records. If there are none, returns nil and lets the next record schedule a write.
    private func takeAll() -> (records: [Record], dropped: Int)? {
        waiting.withLock { waiting in
            guard !waiting.records.isEmpty else {
                waiting.isBeingWritten = false
                return nil
            }
            defer { (waiting.records, waiting.dropped) = ([], 0) }
            return (waiting.records, waiting.dropped)
        }
    }
}

enum LogFormat: String, CaseIterable, Sendable {
    /// Readable text.
    case text
    /// One JSON object per line.
    case json
    /// Text on a terminal, JSON otherwise.
    case auto
}
