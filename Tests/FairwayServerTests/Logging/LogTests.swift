import Dispatch
import FairwayHTTP
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

@Suite(.waiting)
struct LogTests {
    private static let start: @Sendable () -> Timestamp = { Timestamp(microsecondsSince1970: 0) }

    @Test(arguments: [
        (LogFormat.auto, true, "1970-01-01T00:00:00.000Z info started\n"),
        (.auto, false, #"{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started"}"# + "\n"),
        (.text, false, "1970-01-01T00:00:00.000Z info started\n"),
        (.json, true, #"{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started"}"# + "\n"),
    ])
    func autoFormatDependsOnTerminal(format: LogFormat, errorsAreRead: Bool, written: String) {
        let recorded = RecordedConsole(errorsAreRead: errorsAreRead)
        let log = Log(level: .info, format: format, console: recorded.console, now: Self.start)
        log.record(LogEvent(.info, "started"))
        log.flush(withinSeconds: 60)
        #expect(recorded.errors == written)
        #expect(recorded.output == "")
    }

    @Test func recordsBelowLevelAreDropped() {
        let recorded = RecordedConsole()
        let log = Log(level: .warning, format: .text, console: recorded.console, now: Self.start)
        for level in LogLevel.allCases { log.record(LogEvent(level, "a")) }
        log.flush(withinSeconds: 60)
        #expect(recorded.errors == "1970-01-01T00:00:00.000Z warning a\n1970-01-01T00:00:00.000Z error a\n")
    }

    @Test func heldLogIsWrittenAfterItsRelease() {
        let recorded = RecordedConsole()
        let log = Log(level: .info, format: .text, console: recorded.console, isHeld: true, now: Self.start)
        log.record(LogEvent(.info, "early"))
        log.record(LogEvent(.info, "second"))
        #expect(recorded.errors == "")
        log.release()
        log.flush(withinSeconds: 60)
        let written = "1970-01-01T00:00:00.000Z info early\n1970-01-01T00:00:00.000Z info second\n"
        #expect(recorded.errors == written)
        log.record(LogEvent(.info, "late"))
        log.flush(withinSeconds: 60)
        #expect(recorded.errors == written + "1970-01-01T00:00:00.000Z info late\n")
    }

    /// Other records wait for the delay, which does not end in this test.
    @Test(arguments: [LogLevel.warning, .error])
    func warningsAndErrorsAreWrittenWithoutDelay(level: LogLevel) async throws {
        let recorded = RecordedConsole()
        let log = Log(level: .info, format: .text, console: recorded.console, batchDelay: .never, now: Self.start)
        var written = ""
        for _ in 0..<3 {
            log.record(LogEvent(.info, "first"))
            #expect(recorded.errors == written)
            log.record(LogEvent(level, "second"))
            written += "1970-01-01T00:00:00.000Z info first\n1970-01-01T00:00:00.000Z \(level) second\n"
            try await until { recorded.errors == written }
            // Ends the write.
            log.flush(withinSeconds: 60)
        }
    }

    @Test func halfFullBufferIsWrittenWithoutDelay() async throws {
        let recorded = RecordedConsole()
        let log = Log(
            level: .info,
            format: .text,
            console: recorded.console,
            mostWaiting: 8,
            batchDelay: .never,
            now: Self.start
        )
        var written = ""
        for _ in 0..<3 {
            for _ in 0..<3 { log.record(LogEvent(.info, "a")) }
            #expect(recorded.errors == written)
            log.record(LogEvent(.info, "a"))
            written += String(repeating: "1970-01-01T00:00:00.000Z info a\n", count: 4)
            try await until { recorded.errors == written }
            log.flush(withinSeconds: 60)
        }
    }

    @Test func stalledReaderBlocksNoLoggingAndDropsAreCounted() {
        let reader = StoppedReader()
        let log = Log(level: .info, format: .text, console: reader.console, mostWaiting: 2, now: Self.start)
        log.record(LogEvent(.info, "being-written"))
        reader.waitUntilStopped()
        for name in ["kept", "kept", "lost", "lost", "lost"] as [StaticString] { log.record(LogEvent(.info, name)) }
        log.flush(withinSeconds: 0)
        #expect(reader.lines == [])

        reader.goOn()
        log.flush(withinSeconds: 60)
        log.record(LogEvent(.info, "after"))
        log.flush(withinSeconds: 60)
        #expect(
            reader.lines == [
                "info being-written", "info kept", "info kept", "warning records dropped count=3", "info after",
            ]
        )
        let metrics = Metrics()
        metrics.add(log.writeCounts)
        #expect(String(decoding: metrics.response.body, as: UTF8.self).hasSuffix("_dropped_total 3\n"))
    }

    @Test func recordsFromManyQueuesAreWrittenCompletely() {
        let recorded = RecordedConsole()
        let log = Log(level: .info, format: .text, console: recorded.console, now: Self.start)
        DispatchQueue.concurrentPerform(iterations: 1_000) { number in
            log.record(LogEvent(.info, "a") { $0.add(.count, number) })
        }
        log.flush(withinSeconds: 60)
        let lines = recorded.errors.split(separator: "\n")
        #expect(Set(lines) == Set((0..<1_000).map { "1970-01-01T00:00:00.000Z info a count=\($0)" }))
        #expect(lines.count == 1_000)
    }

    /// The memory of a batch is used again.
    @Test(arguments: [1, 2, 3_000, 8_192])
    func batchesOfAnySizeAreWrittenOnce(size: Int) {
        let recorded = RecordedConsole()
        let log = Log(level: .info, format: .json, console: recorded.console, isHeld: true, now: Self.start)
        for batch in 0..<3 {
            for number in 0..<size { log.record(LogEvent(.info, "a") { $0.add(.count, batch * size + number) }) }
            log.flush(withinSeconds: 60)
        }
        let lines = recorded.errors.split(separator: "\n")
        #expect(
            lines
                == (0..<3 * size).map {
                    #"{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"a","count":\#($0)}"#[...]
                }
        )
    }
}

/// A reader of standard error that blocks until it is released.
private final class StoppedReader: Sendable {
    private let written = Mutex<[UInt8]>([])
    private let stopped = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)

    var console: Console {
        Console(output: { _ in }, errors: write, errorsAreRead: false)
    }

    /// The written lines without their times.
    var lines: [String] {
        String(decoding: written.withLock(\.self), as: UTF8.self).split(separator: "\n").map { line in
            String(line.drop { $0 != " " }.dropFirst())
        }
    }

    func waitUntilStopped() {
        stopped.wait()
    }

    func goOn() {
        mayGoOn.signal()
    }

    private func write(_ bytes: [UInt8]) {
        stopped.signal()
        mayGoOn.wait()
        mayGoOn.signal()
        written.withLock { $0 += bytes }
    }
}
