import Fairway
import FairwayWire

/// Writes commits on one connection, inside a transaction that somebody else opens and closes.
final class CommitWriter {
    let connection: Connection
    private let findCreation: Statement
    private let findHandoff: Statement
    private let insertJournal: Statement
    private let insertReply: Statement
    private let places: SessionPlaces
    private let sessions: SessionWriter
    private let flows: FlowWriter
    let work: WorkWriter
    /// The number of the newest entry of the journal. Not SQLite's own choice, the largest number there is and one more:
    /// when the newest entry is deleted after it has been folded, its number must not come again.
    private var journalNumber: Int

    init(_ connection: Connection, _ places: SessionPlaces) throws(SQLiteFailure) {
        self.connection = connection
        findCreation = try connection.statement(StoredCreation.query)
        findHandoff = try connection.statement("SELECT 1 FROM handoffs WHERE code_sha256 = ?")
        insertJournal = try connection.statement(
            .insertion(
                into: "journal",
                [
                    "number", "session", "previous", "revision", "at_ms", "kind", "flow", "screen", "name",
                    "to_screen", "took_microseconds", "params_json", "moves_json", "effects_json",
                ]
            )
        )
        insertReply = try connection.statement(
            .insertion(
                into: "replies",
                ["session", "key", "fingerprint", "status", "revision", "at_ms", "body"]
            )
        )
        self.places = places
        sessions = try SessionWriter(connection, places)
        flows = try FlowWriter(connection)
        work = try WorkWriter(connection)
        journalNumber = try connection.number(
            "SELECT max(coalesce((SELECT max(number) FROM journal), 0), folded_journal_number) FROM bookkeeping"
        )
    }

    /// Writes a commit. What is refused has been refused before anything was written.
    func write(_ write: CommitWrite) throws(SQLiteFailure) -> CommitOutcome {
        let commit = write.commit
        if let new = commit.creation, let old = try findCreation.bind(blob: new.key).first(StoredCreation.init) {
            return .created(old)
        }
        if let code = commit.handoff, try findHandoff.bind(blob: code).first({ _ in true }) == nil { return .conflict }
        let written: SessionWriter.Written
        switch try sessions.write(write, entry: commit.journal == nil ? nil : journalNumber + 1, settle: flows.settle) {
        case .written(let row): written = row
        case .refused(let outcome): return outcome
        }
        var place = written.place
        let session = place.number
        for flow in commit.flows {
            let isInFront = flow.node == place.mark?.node
            // Its own row says already what it is to say.
            if isInFront, written.frontGoesOn { continue }
            let number = try flows.write(
                flow,
                of: session,
                isInFront: isInFront,
                isNew: written.isNew,
                expectedAt: place.front
            )
            if flow.isFront { place.front = SessionPlaces.Flow(node: flow.node, number: number) }
        }
        if commit.row != nil { places.note(place, of: commit.session) }
        for node in commit.removedFlows { try flows.remove(node, of: session) }
        for (screen, draft) in commit.drafts { try setDraft(draft, of: session, screen: screen) }
        if let entry = commit.journal { try insert(entry, write.prepared, of: session, after: written.previousEntry) }
        if let reply = commit.reply { try insert(reply, of: session) }
        for change in commit.work { try work.write(change, of: session) }
        for node in commit.removedFlows { try work.cancelAll(of: "f\(node)", in: session) }
        if let code = commit.handoff {
            try connection.statement("DELETE FROM handoffs WHERE code_sha256 = ?").bind(blob: code).run()
        }
        if let creation = commit.creation { try insert(creation) }
        return .committed
    }

    /// Keeps or removes what a user has typed on a screen.
    func setDraft(_ draft: RawJSON?, of session: Int, screen: String) throws(SQLiteFailure) {
        guard let draft else {
            try connection.statement("DELETE FROM drafts WHERE session = ? AND screen = ?").bind(session).bind(screen)
                .run()
            return
        }
        let sql = """
            INSERT INTO drafts (session, screen, draft_json) VALUES (?, ?, ?)
            ON CONFLICT (session, screen) DO UPDATE SET draft_json = excluded.draft_json
            """
        try connection.statement(sql).bind(session).bind(screen).bind(draft).run()
    }

    /// Writes something of no importance, so that the disk has to take it. A row that stays the same would not be written.
    func probe() throws(SQLiteFailure) {
        try connection.statement("UPDATE bookkeeping SET probes = probes + 1").run()
    }

    /// The number of a session; nil when there is none of that id.
    func number(of session: String) throws(SQLiteFailure) -> Int? { try sessions.find(session)?.place.number }

    private func insert(
        _ entry: JournalEntry,
        _ prepared: PreparedCommit,
        of session: Int,
        after previous: Int?
    ) throws(SQLiteFailure) {
        journalNumber += 1
        try insertJournal.bind(journalNumber).bind(session).bind(previous).bind(entry.revision).bind(entry.at)
            .bind(entry.kind).bind(entry.flow).bind(entry.screen).bind(entry.name).bind(entry.to)
            .bind(entry.microseconds).bind(entry.params).bind(text: prepared.moves).bind(text: prepared.effects).run()
    }

    private func insert(_ reply: StoredReply, of session: Int) throws(SQLiteFailure) {
        try insertReply.bind(session).bind(reply.key).bind(reply.fingerprint).bind(reply.status).bind(reply.revision)
            .bind(reply.at).bind(blob: reply.body).run()
    }

    private func insert(_ creation: StoredCreation) throws(SQLiteFailure) {
        let sql = """
            INSERT INTO creations
            (key_sha256, session_id, fingerprint, salt, status, at_ms, expires_at_ms, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        try connection.statement(sql).bind(blob: creation.key).bind(creation.session).bind(creation.fingerprint)
            .bind(blob: creation.salt).bind(creation.status).bind(creation.at).bind(creation.expiresAt)
            .bind(blob: creation.body).run()
    }
}
