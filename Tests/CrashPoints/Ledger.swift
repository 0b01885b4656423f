/// What the clients of a life had asked for, and were told, at one moment of it: what must be stored, and what may be.
struct Ledger: Sendable {
    private(set) var storeIsMade = false
    private(set) var sessions: [Session] = []
    /// What the store may be as well while an operator exchanges it for its backup.
    private(set) var alternative: [Session]?
    private(set) var backup: Backup?

    struct Session: Sendable {
        var credentials: Note.Credentials?
        var acknowledged = 0
        var requested = 0
        /// The answer to the last request that was acknowledged.
        var answer: [UInt8]?
    }

    struct Backup: Sendable {
        /// What it holds at least.
        var sessions: [Session]
        var isAcknowledged = false
    }

    mutating func note(_ note: Note) {
        switch note {
        case .storeWasMade: storeIsMade = true
        case .startRequested(let session): if session == sessions.count { sessions.append(Session()) }
        case .started(let session, let credentials): sessions[session].credentials = credentials
        case .requested(let session, let count):
            // What is asked for while a backup takes the place is asked of the backup.
            if alternative == nil {
                sessions[session].requested = count
            } else {
                alternative?[session].requested = count
            }
        case .acknowledged(let session, let count, let answer):
            takeBackup()
            (sessions[session].acknowledged, sessions[session].answer) = (count, answer)
        case .backupRequested: backup = Backup(sessions: sessions)
        case .backupAcknowledged: backup?.isAcknowledged = true
        case .restoreBegan: alternative = backup?.sessions
        }
    }

    /// The backup is the store from now on.
    mutating func takeBackup() {
        guard let alternative else { return }
        sessions = alternative
        (self.alternative, backup) = (nil, nil)
    }
}
