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
    /// Used on the queue only. Kept from one write to the next for its memory, which the capacity of the buffer limits.
    private let batch: Mutex<Batch>
    private let queue = DispatchQueue(label: "fairway.log")
    private let batchDelay: DispatchTimeInterval

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is logged.
    ///   - format: The format of the lines.
    ///   - console: The console whose standard error gets the lines.
    ///   - showsUsers: Whether lines contain the ids of users, or hashes of them.
    ///   - isHeld: Whether records stay in the buffer until ``release()`` or ``flush(withinSeconds:)``.
    ///   - mostWaiting: The capacity of the buffer.
    ///   - batchDelay: The delay before a write. Records of this time are written as one batch.
    ///   - now: The clock.
    init(
        level: LogLevel,
        format: LogFormat,
        console: Console,
        showsUsers: Bool = false,
        isHeld: Bool = false,
        mostWaiting: Int = 8_192,
        batchDelay: DispatchTimeInterval = .milliseconds(50),
        now: @escaping @Sendable () -> Timestamp = Timestamp.system
    ) {
        self.level = level
        self.style =
            switch format {
            case .text: .text
            case .json: .json
            case .auto: console.errorsAreRead ? .text : .json
            }
        // A write that is scheduled keeps `record` from scheduling one.
        waiting = Mutex(Waiting(hasImmediateWrite: isHeld))
        batch = Mutex(Batch(style, showsUsers: showsUsers))
        self.mostWaiting = mostWaiting
        self.batchDelay = batchDelay
        self.now = now
        self.write = console.errors
    }

    /// Logs a record, or drops it if the buffer is full. Never blocks.
    ///
    /// The write is delayed, because waking the queue for each record costs more than recording it. It is not delayed for
    /// a warning or an error, which may precede the end of the process, and when the buffer is half full.
    func record(_ event: LogEvent) {
        guard event.level >= level else { return }
        let time = now()
        let scheduled: ScheduledWrite? = waiting.withLock { waiting in
            guard waiting.records.count < mostWaiting else {
                waiting.dropped += 1
                waiting.totalDropped += 1
                return nil
            }
            waiting.records.append(Record(event: event, time: time))
            if waiting.hasImmediateWrite { return nil }
            if event.level >= .warning || waiting.records.count >= mostWaiting / 2 {
                waiting.hasImmediateWrite = true
                return .immediate
            }
            if waiting.hasDelayedWrite { return nil }
            waiting.hasDelayedWrite = true
            return .delayed
        }
        switch scheduled {
        case .immediate: queue.async { self.writeAll() }
        case .delayed:
            queue.asyncAfter(deadline: .now() + batchDelay) {
                self.waiting.withLock { $0.hasDelayedWrite = false }
                self.writeAll()
            }
        case nil: break
        }
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

    private enum ScheduledWrite {
        case delayed, immediate
    }

    private struct Waiting {
        var records: [Record] = []
        var dropped = 0
        var totalDropped = 0
        var hasDelayedWrite = false
        var hasImmediateWrite: Bool
    }

    private struct Batch: ~Copyable {
        var records: [Record] = []
        var lines: LogLines

        init(_ style: LogLines.Style, showsUsers: Bool) { lines = LogLines(style, showsUsers: showsUsers) }
    }

    /// Runs on the queue. Batches all waiting records into one write.
    private func writeAll() {
        batch.withLock { batch in
            while let dropped = takeAll(swapping: &batch.records) {
                for record in batch.records { batch.lines.append(record.event, at: record.time) }
                if dropped > 0 { batch.lines.append(.dropped(dropped), at: now()) }
                write(batch.lines.bytes)
                batch.records.removeAll(keepingCapacity: true)
                batch.lines.removeAll()
            }
        }
    }

    /// Exchanges the waiting records for `spare`, an empty array, to reuse its storage. Returns the number of records
    /// dropped. If no records wait, returns nil and lets the next record schedule a write.
    private func takeAll(swapping spare: inout [Record]) -> Int? {
        waiting.withLock { waiting in
            guard !waiting.records.isEmpty else {
                waiting.hasImmediateWrite = false
                return nil
            }
            swap(&waiting.records, &spare)
            defer { waiting.dropped = 0 }
            return waiting.dropped
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
