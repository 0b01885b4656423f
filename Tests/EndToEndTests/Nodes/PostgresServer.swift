#if Postgres
import Foundation
import ServerDoubles

/// Controls the server of `Tests/PostgreSQL/with-server`.
enum PostgresServer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates an empty database and returns its locator.
    static func database() throws -> String {
        let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: "_"))"
        let server = try variable("FAIRWAY_TEST_POSTGRES")
        try run("CREATE DATABASE \(name)", in: server)
        return "\(server.prefix(through: server.lastIndex(of: "/") ?? server.startIndex))\(name)"
    }

    /// Runs SQL statements and returns their rows, one per line.
    @discardableResult
    static func run(_ sql: String, in database: String) throws -> String {
        try finish(psql(database, ["-c", sql]))
    }

    /// Starts psql with a SQL file, and returns the process without waiting for its end.
    static func begin(_ file: URL, in database: String) throws -> SpawnedProcess {
        try psql(database, ["-f", file.path], errors: .file("/dev/null"))
    }

    /// Kills the server, which closes all connections.
    static func crash() throws { try finish(tool("stop")) }

    /// Starts the server. Returns when it accepts connections.
    static func start() throws { try finish(tool("start")) }

    /// Suspends the server: connections stay open, and the kernel still accepts new ones.
    static func pause() throws { try finish(tool("pause")) }

    /// Resumes the server.
    static func resume() throws { try finish(tool("resume")) }

    private static func psql(
        _ database: String,
        _ arguments: [String],
        errors: SpawnedProcess.Errors = .reader
    ) throws -> SpawnedProcess {
        try tool("psql", ["-XAqt", "-v", "ON_ERROR_STOP=1", "-d", database] + arguments, errors: errors)
    }

    private static func tool(
        _ name: String,
        _ arguments: [String] = [],
        errors: SpawnedProcess.Errors = .reader
    ) throws -> SpawnedProcess {
        let tools = URL(filePath: try variable("FAIRWAY_TEST_POSTGRES_TOOLS"))
        return try SpawnedProcess(tools.appending(path: name), arguments, errors: errors)
    }

    @discardableResult
    private static func finish(_ process: SpawnedProcess) throws -> String {
        let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
        guard process.wait() == 0 else { throw Failure(description: complaints) }
        return output
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            throw Failure(description: "\(name) is not set. Run these tests with Tests/PostgreSQL/run.")
        }
        return value
    }
}
#endif
