import FairwayHTTP
import FairwayWire
import Foundation

/// One client of a soak: does this and that, session after session, until it is told to stop.
struct SoakClient {
    let number: Int
    let server: SoakServer
    let walks: [Walk]
    let ledger: SoakLedger

    /// The day on which the walks of the fixture sail.
    private static let dayOfWalks = "2090-06-01"

    private struct Page: Decodable {
        var count: Int
    }

    func run() {
        var turn = number
        while !ledger.isStopped {
            do {
                if turn.isMultiple(of: 2) { try count(turn) } else { try walk(walks[turn / 2 % walks.count]) }
            } catch {
                ledger.fail("\(server.isMortal ? "killed server" : "server"): \(error)")
            }
            turn += 1
        }
    }

    /// Counts a session up while a stream follows it, leaves, comes back, and leaves it there or ends it.
    private func count(_ turn: Int) throws {
        let session = SoakSession(server, ledger)
        _ = try session.start(#"{"flow":"Counter"}"#)
        var kept = SoakLedger.Kept(server: server, session: session.id, token: session.token, count: 0)
        let stream = turn.isMultiple(of: 4) ? SoakStream(kept, ledger, polls: turn.isMultiple(of: 8)) : nil
        defer { stream?.stop() }
        for count in 1...(20 + turn % 30) where !ledger.isStopped {
            let reply = try session.call("/actions", #"{"action":"incrementButtonPressed"}"#)
            let state = try JSON.decode(StateDocument.self, from: reply.body)
            let page = try state.screen.map { try JSON.decode(Page.self, from: $0.viewModel.bytes) }
            guard reply.status == 200, page?.count == count, state.revision == count + 1 else {
                throw session.unexpected(reply)
            }
            kept.count = count
            if count.isMultiple(of: 7) { session.leave() }
        }
        if !ledger.isStopped, let stream, !stream.hears(of: kept.count + 1) {
            throw SoakSession.Failure(description: "\(session.id): its stream never heard of \(kept.count + 1)")
        }
        if turn.isMultiple(of: 3) { try session.end() } else { ledger.keep(kept) }
    }

    /// Walks a sample from its first screen to its last.
    private func walk(_ walk: Walk) throws {
        let session = SoakSession(server, ledger)
        var state = try session.start(String(decoding: try JSON.encode(walk.start), as: UTF8.self))
        let day = ledger.takeDay()
        for (number, step) in walk.steps.enumerated() where !ledger.isStopped {
            let place = "step \(number + 1) of \(walk.name)"
            // Every cabin of every day is sold once.
            let body = try step.json?.replacingOccurrences(of: Self.dayOfWalks, with: day)
            let reply =
                try step.waits == true
                ? session.next(after: state.revision) : session.call(step.call ?? "/actions", body)
            if let code = step.code {
                guard try JSON.decode(Problem.self, from: reply.body).code.rawValue == code else {
                    throw SoakSession.Failure(description: "\(place): \(session.unexpected(reply))")
                }
                continue
            }
            if reply.status == 304, ledger.isStopped { break }
            guard reply.status == 200 else {
                throw SoakSession.Failure(description: "\(place): \(session.unexpected(reply))")
            }
            state = try JSON.decode(StateDocument.self, from: reply.body)
            guard state.screen?.name == step.screen, state.outcome?.rawValue == step.outcome else {
                throw SoakSession.Failure(description: "\(place): \(session.unexpected(reply))")
            }
        }
        ledger.count { $0.walks += 1 }
        if state.status == .active { try session.end() }
    }
}
