import FairwayDoubles
import FairwayWire
import Foundation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

/// A consumer of the event feed that is killed at random while clients make changes, and then starts again from its stored cursor.
struct EventTrial {
    private let seed = Trials.seed
    private let kills = Trials.choose(8, long: 100)
    private let clients: [KeyedClient]
    private let folder: TemporaryStore
    private let urls: [String]

    /// Starts sessions on the servers.
    init(at servers: [RunningServer]) async throws {
        var clients: [KeyedClient] = []
        for place in 0..<6 { clients.append(try await KeyedClient(servers, startingAt: place)) }
        self.clients = clients
        folder = try TemporaryStore()
        urls = servers.map(\.url.absoluteString)
    }

    /// Kills the consumer again and again. Then compares what it has read with the changes that were acknowledged.
    ///
    /// - Parameter happening: Called after half of the kills.
    func run(_ happening: () async throws -> Void) async throws {
        let ending = Ending()
        let written = try await withThrowingTaskGroup(of: KeyedClient.self) { group in
            for client in clients {
                group.addTask {
                    var client = client
                    repeat { try await client.count() } while !ending.isOver.load(ordering: .relaxed)
                    return client
                }
            }
            defer { ending.isOver.store(true, ordering: .relaxed) }
            var random = seed.makeGenerator()
            for kill in 1...kills {
                let consumer = try consume(asStream: Bool.random(using: &random))
                let size = try log().count + Int.random(in: 0..<6_000, using: &random)
                try await until { try log().count >= size }
                consumer.send(SIGKILL)
                _ = consumer.wait()
                if kill == kills / 2 { try await happening() }
            }
            ending.isOver.store(true, ordering: .relaxed)
            return try await group.reduce(into: [KeyedClient]()) { $0.append($1) }
        }
        let total = written.map { $0.acknowledged + 1 }.reduce(0, +)
        let consumer = try consume(asStream: false)
        try await until { try Set(events().map(\.cursor)).count >= total }
        consumer.send(SIGKILL)
        _ = consumer.wait()
        try check(written)
    }

    private final class Ending: Sendable {
        let isOver = Atomic<Bool>(false)
    }

    /// Events after deduplication by cursor. Each session has every revision once, in order.
    private func check(_ written: [KeyedClient]) throws {
        var seen: [String: Event] = [:]
        var revisions: [String: [Int]] = [:]
        for event in try events() {
            if let first = seen.updateValue(event, forKey: event.cursor) {
                #expect(first == event, "\(seed)")
            } else {
                revisions[event.session, default: []].append(event.revision)
            }
        }
        #expect(Set(revisions.keys) == Set(written.map(\.session)), "\(seed)")
        for client in written {
            #expect(revisions[client.session] == Array(1...client.acknowledged + 1), "\(seed)")
        }
    }

    private struct Event: Decodable, Hashable {
        var cursor: String
        var session: String
        var revision: Int
    }

    /// What the consumer has written. A kill may have cut a line.
    private func events() throws -> [Event] {
        try log().split(separator: UInt8(ascii: "\n")).compactMap { try? JSON.decode(Event.self, from: Array($0)) }
    }

    private func log() throws -> Data {
        let file = folder.folder.appending(path: "events")
        return FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : Data()
    }

    private func consume(asStream isStream: Bool) throws -> SpawnedProcess {
        let script = folder.folder.appending(path: "consumer.py")
        try Self.consumer.write(to: script, atomically: true, encoding: .utf8)
        return try SpawnedProcess(
            URL(filePath: "/usr/bin/env"),
            ["python3", script.path, isStream ? "stream" : "pages", RunningServer.operatorToken] + urls,
            in: folder.folder,
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            errors: .file(folder.folder.appending(path: "complaints").path)
        )
    }

    /// Appends each event to a file, and then stores its cursor.
    private static let consumer = """
        import http.client, json, os, sys, urllib.error, urllib.request
        mode, token, urls = sys.argv[1], sys.argv[2], sys.argv[3:]
        after = open("cursor").read() if os.path.exists("cursor") else None
        log = open("events", "a")
        log.write("\\n")

        def store(cursor):
            global after
            log.flush()
            with open("cursor.new", "w") as file:
                file.write(cursor)
            os.replace("cursor.new", "cursor")
            after = cursor

        def read(url):
            request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
            request.add_header(*(("Accept", "application/x-ndjson") if mode == "stream" else ("Prefer", "wait=5")))
            with urllib.request.urlopen(request, timeout=30) as reply:
                if mode == "pages":
                    page = json.load(reply)
                    for event in page["events"]:
                        log.write(json.dumps(event) + "\\n")
                    return store(page["next"])
                for line in reply:
                    item = json.loads(line)
                    if "session" in item:
                        log.write(json.dumps(item) + "\\n")
                    store(item["cursor"] if "session" in item else item["next"])

        place = os.getpid()
        while True:
            place += 1
            try:
                read(f"{urls[place % len(urls)]}/v1/admin/events?limit=7" + (f"&after={after}" if after else ""))
            except urllib.error.HTTPError as error:
                if error.code == 410:
                    raise
            except (OSError, ValueError, KeyError, http.client.HTTPException):
                # A server that was killed may have cut its reply.
                pass

        """
}
