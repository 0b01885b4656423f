import FairwayHTTP
import FairwayWire
import Foundation

/// Clients that come and go, for a long time: `fairway-benchmarks soak [MINUTES [CLIENTS]]`, from the package's folder.
///
/// Two servers at a time: one is killed now and then and must lose nothing; the other goes on, and what it uses must stay
/// as it is.
enum SoakBenchmark {
    private static let walksFile = "Tests/Fixtures/walks.json"
    private static let looks = 120.0
    private static let meanSecondsBetweenKills = 20.0

    static func run(_ arguments: ArraySlice<String>) throws {
        if try !isSound(arguments) { exit(1) }
    }

    private static func isSound(_ arguments: ArraySlice<String>) throws -> Bool {
        let numbers = arguments.compactMap { Double($0) }
        let seconds = (numbers.first ?? 30) * 60
        let clients = numbers.count > 1 ? Int(numbers[1]) : 16
        // Those that need an operator are left to the tests.
        let walks = try Walk.read(URL(filePath: walksFile)).filter { $0.steps.allSatisfy { $0.rings != true } }
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-soak-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let steady = try SoakServer(in: "\(folder)/steady", isMortal: false)
        defer { steady.kill() }
        let mortal = try SoakServer(in: "\(folder)/mortal", isMortal: true)
        defer { mortal.kill() }

        let ledger = SoakLedger()
        let done = DispatchGroup()
        for number in 0..<clients {
            let server = number.isMultiple(of: 2) ? steady : mortal
            let client = SoakClient(number: number / 2, server: server, walks: walks, ledger: ledger)
            done.enter()
            Thread.detachNewThread {
                client.run()
                done.leave()
            }
        }
        let (figures, kills) = try watch(steady, mortal, ledger, seconds: seconds)
        ledger.stop()
        done.wait()
        let audited = try audit(ledger, [steady, mortal])

        let counts = ledger.counts
        print(
            "\(Int(seconds)) s: \(counts.sessions) sessions, \(counts.walks) walks, \(counts.actions) actions, "
                + "\(counts.repeats) asked for again, \(counts.events) events of streams, \(counts.polls) long polls, "
                + "\(kills) kills; \(audited) sessions looked at in the end"
        )
        let wrong = ledger.failures + figures.growth
        for text in wrong.isEmpty ? ["nothing was lost, nothing has grown"] : wrong { print(text) }
        return wrong.isEmpty
    }

    /// Looks at one server, and kills the other, until the time is over.
    private static func watch(
        _ steady: SoakServer,
        _ mortal: SoakServer,
        _ ledger: SoakLedger,
        seconds: Double
    ) throws -> (SoakFigures, kills: Int) {
        var figures = SoakFigures()
        var kills = 0
        let between = max(1, seconds / looks)
        let start = Nanoseconds.now
        func passed() -> Double { Double(Nanoseconds.now - start) / 1e9 }
        var (nextLook, nextKill) = (between, Double.random(in: 5...meanSecondsBetweenKills))
        while passed() < seconds {
            usleep(50_000)
            if passed() >= nextKill {
                try mortal.restart()
                kills += 1
                nextKill = passed() + .random(in: 1...(2 * meanSecondsBetweenKills))
            }
            guard passed() >= nextLook else { continue }
            nextLook += between
            let (sample, took) = (steady.sample, ledger.takeLatencies())
            let look = SoakFigures.Look(
                second: passed(),
                residentMegabytes: sample.residentMegabytes,
                descriptors: Double(sample.descriptors),
                p99Milliseconds: took.p99Microseconds / 1_000
            )
            figures.add(look)
            print(
                String(
                    format: "%6.0f s %7.1f MB %5.0f descriptors, p50 %6.1f ms, p99 %7.1f ms of %6.0f actions; %d kills",
                    look.second,
                    look.residentMegabytes,
                    look.descriptors,
                    took.p50Microseconds / 1_000,
                    look.p99Milliseconds,
                    took.perSecond,
                    kills
                )
            )
            fflush(nil)
        }
        return (figures, kills)
    }

    /// Kills both once more, and compares what clients were told with what is there: how many sessions.
    private static func audit(_ ledger: SoakLedger, _ servers: [SoakServer]) throws -> Int {
        for server in servers { try server.restart() }
        for kept in ledger.kept {
            let session = SoakSession(kept, ledger)
            let reply = try session.read()
            let state = try JSON.decode(StateDocument.self, from: reply.body)
            guard state.revision == kept.count + 1 else {
                ledger.fail("\(kept.session): \(kept.count) was acknowledged, revision \(state.revision) is there")
                continue
            }
        }
        return ledger.kept.count
    }
}
