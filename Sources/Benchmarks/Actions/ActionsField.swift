/// The servers that are measured beside each other.
final class ActionsField {
    /// More than all the connections of the bare server's rounds.
    private static let bareSessions = 1_024

    private let constant: LoadSubject
    private let samples: SampleServer
    private let alone: SampleServer
    private let deep: SampleServer
    private let bare: SampleServer
    private var bareSessionsUsed = 0

    init(in folder: String, constant: LoadSubject) throws {
        self.constant = constant
        var started: [SampleServer] = []
        func start(_ server: () throws -> SampleServer) throws -> SampleServer {
            do {
                let server = try server()
                started.append(server)
                return server
            } catch {
                // What was started before it would go on without us.
                for server in started { server.kill() }
                throw error
            }
        }
        samples = try start { try SampleServer(keepingSessionsAt: "\(folder)/samples.sqlite") }
        alone = try start {
            try SampleServer(keepingSessionsAt: "\(folder)/alone.sqlite", options: ["--commit-group", "1"])
        }
        deep = try start { try SampleServer(benchmarks: "serve", keepingSessionsAt: "\(folder)/deep.sqlite") }
        bare = try start {
            try SampleServer(
                benchmarks: "bare-server",
                keepingSessionsAt: "\(folder)/bare.sqlite",
                "\(Self.bareSessions)"
            )
        }
    }

    /// Those that are measured with so many connections.
    ///
    /// - Parameter special: Whether those, too, of which one figure is enough.
    func subjects(_ connections: Int, special: Bool) -> [LoadSubject] {
        let first = bareSessionsUsed
        bareSessionsUsed += connections
        let paths = (first..<bareSessionsUsed).map { "/v1/sessions/\($0)" }
        var subjects = [
            constant,
            subject("our /healthz", samples, .constant("GET", "/healthz", "", "up")),
            subject("the bare ceiling", bare, .bare, paths),
            subject("Counter", samples, .counter),
            subject("Tutorial", samples, .tutorial),
        ]
        if special {
            subjects += [
                subject("Counter, no group commit", alone, .counter),
                subject("50 flows deep", deep, .deep),
            ]
        }
        return subjects
    }

    /// Ends the servers.
    func end() { for server in [samples, alone, deep, bare] { server.kill() } }

    private func subject(
        _ name: String,
        _ server: SampleServer,
        _ script: LoadScript,
        _ paths: [String] = []
    ) -> LoadSubject {
        LoadSubject(name: name, port: server.port, process: server.id, script: script, paths: paths)
    }
}
