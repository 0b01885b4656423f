import Fairway
import FairwayDoubles
import FairwaySQLite
import Foundation
import Synchronization

/// A SQLite store in a process of its own, which is asked over pipes: `SESSION KEY` in, `SESSION COUNT` out.
final class StoreSubject: CrashSubject {
    private let path: String
    private let child = Mutex<Child?>(nil)

    private struct Child {
        let process: Process
        let input: FileHandle
        var waiting: [Int: CheckedContinuation<Int?, Never>] = [:]
        var isDead = false
    }

    /// A store at a path.
    init(_ path: String) { self.path = path }

    func start() async throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["crash-child", path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        child.withLock { $0 = Child(process: process, input: input.fileHandleForWriting) }
        let reading = output.fileHandleForReading
        Thread.detachNewThread { [self] in
            var rest: [UInt8] = []
            while case let data = reading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    answer(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            end()
        }
    }

    func kill() async {
        let process = child.withLock(\.self)?.process
        guard let process else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func count(session: Int, key: String) async throws -> Int {
        let answer: Int? = await withCheckedContinuation { continuation in
            let input: FileHandle? = child.withLock { child in
                guard child?.isDead == false else { return nil }
                child?.waiting[session] = continuation
                return child?.input
            }
            guard let input else {
                continuation.resume(returning: nil)
                return
            }
            // To a process that has died: then the end of its output ends the waiting.
            try? input.write(contentsOf: Data("\(session) \(key)\n".utf8))
        }
        guard let answer else { throw SubjectDied() }
        return answer
    }

    func audit(sessions: Int) async throws -> [Int] {
        let store = try SQLiteStore(path)
        do {
            let problems = try await store.integrityProblems()
            guard problems.isEmpty else { throw CrashTest.Failure(description: problems.joined(separator: "; ")) }
            var counts: [Int] = []
            for session in 0..<sessions { counts.append(try await audit("s\(session)", store)) }
            await store.close()
            return counts
        } catch {
            await store.close()
            throw error
        }
    }

    /// The session's count, after a look at whether revision, journal and answers say the same.
    private func audit(_ session: String, _ store: SQLiteStore) async throws -> Int {
        guard let stored = try await store.load(session) else { return 0 }
        let count = stored.session.revision - 1
        let sample = StoredSample(session)
        let revisions = try await store.journal(session, after: 0, limit: .max).map(\.revision)
        guard revisions == Array(1...stored.session.revision) else {
            throw CrashTest.Failure(description: "\(session): revision \(count + 1), journal \(revisions.count) long")
        }
        guard stored.flows == [count == 0 ? sample.flow() : sample.flow(count: count, after: 1)] else {
            throw CrashTest.Failure(description: "\(session): the flow is not that of revision \(count + 1)")
        }
        for number in stride(from: 1, through: count, by: 1) {
            let key = "key-\(session.dropFirst())-\(number)"
            guard try await store.reply(session, key: key) == sample.reply(key, revision: number + 1, after: 1) else {
                throw CrashTest.Failure(description: "\(session): the answer under \(key) is not what was answered")
            }
        }
        return count
    }

    private func answer(_ line: String) {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { return }
        let waiting = child.withLock { $0?.waiting.removeValue(forKey: numbers[0]) }
        waiting?.resume(returning: numbers[1])
    }

    private func end() {
        let waiting = child.withLock { child in
            child?.isDead = true
            defer { child?.waiting = [:] }
            return child?.waiting ?? [:]
        }
        for continuation in waiting.values { continuation.resume(returning: nil) }
    }
}
