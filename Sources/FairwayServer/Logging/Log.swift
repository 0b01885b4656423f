import Dispatch
import FairwayHTTP
import Synchronization

/// The server's log: takes records from any queue, at once, and writes them as lines from a queue of its own.
///
/// Whoever logs never waits for who reads: records wait in a buffer with a limit, and when the reader is too slow for
/// that, new ones are dropped, counted, and the count is logged when there is room again.
final class Log: Sendable {
    private let level: LogLevel
    private let style: LogLines.Style
    private let mostWaiting: Int
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable ([UInt8]) -> Void
    private let waiting = Mutex(Waiting())
    private let queue = DispatchQueue(label: "fairway.log")

    /// How long records are gathered before they are written.
    private static let gathering = DispatchTimeInterval.milliseconds(5)

    /// - Parameters:
    ///   - level: The least level that is logged.
    ///   - format: How the lines look.
    ///   - console: Where they go: its errors.
    ///   - mostWaiting: How many records may wait for a slow reader.
    ///   - now: The clock.
    init(
        level: LogLevel,
        format: LogFormat,
        console: Console,
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
        self.mostWaiting = mostWaiting
        self.now = now
        self.write = console.errors
    }

    /// Logs a record, or drops it where too many wait already. Never blocks.
    func record(_ event: LogEvent) {
        guard event.level >= level else { return }
        let time = now()
        let mustBeginWriting = waiting.withLock { waiting in
            guard waiting.records.count < mostWaiting else {
                waiting.dropped += 1
                waiting.everDropped += 1
                return false
            }
            waiting.records.append(Record(event: event, time: time))
            defer { waiting.isBeingWritten = true }
            return !waiting.isBeingWritten
        }
        // Not at once: to wake a sleeping queue for each record would cost more than the records.
        if mustBeginWriting { queue.asyncAfter(deadline: .now() + Self.gathering) { self.writeAll() } }
    }

    /// Waits until what was recorded before is written, or the time is over: a reader that has stopped reading must not
    /// keep a process from ending.
    func flush(withinSeconds seconds: Int) {
        let written = DispatchWorkItem { self.writeAll() }
        queue.async(execute: written)
        _ = written.wait(timeout: .now() + .seconds(seconds))
    }

    /// Adds what it has dropped to the metrics: a log that is not read says nothing of itself.
    func writeCounts(to text: inout PrometheusText) {
        text.family("fairway_log_records_dropped_total", .counter, "Records that the log's reader was too slow for.")
        text.sample(value: Double(waiting.withLock(\.everDropped)))
    }

    private struct Record {
        let event: LogEvent
        let time: Timestamp
    }

    private struct Waiting {
        var records: [Record] = []
        var dropped = 0
        var everDropped = 0
        var isBeingWritten = false
    }

    /// On the queue. Many records become one write: when they come fast, a system call for each would be the cost of them.
    private func writeAll() {
        while let (records, dropped) = takeAll() {
            var lines = LogLines(style)
            for record in records { lines.append(record.event, at: record.time) }
            if dropped > 0 { lines.append(.dropped(dropped), at: now()) }
            write(lines.bytes)
        }
    }

    /// What waits; nil, and the next record begins anew, when there is nothing.
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
