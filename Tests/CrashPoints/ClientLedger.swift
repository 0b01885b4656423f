/// The clients' requests and replies up to one moment of a run. They determine which contents of the store are valid.
struct ClientLedger: Sendable {
    private(set) var storeIsMade = false
    private(set) var sessions: [Session] = []
    /// The sessions of the backup, while an operator restores it. The store contains either these sessions or
    /// ``sessions``.
    private(set) var alternative: [Session]?
    private(set) var backup: Backup?

    struct Session: Sendable {
        var credentials: ClientEvent.Credentials?
        var acknowledged = 0
        var requested = 0
        /// The reply to the last acknowledged request.
        var answer: [UInt8]?
    }

    struct Backup: Sendable {
        /// The sessions at the time of the backup request.
        var sessions: [Session]
        var isAcknowledged = false
    }

    mutating func note(_ note: ClientEvent) {
        switch note {
        case .storeWasMade: storeIsMade = true
        case .startRequested(let session): if session == sessions.count { sessions.append(Session()) }
        case .started(let session, let credentials): sessions[session].credentials = credentials
        case .requested(let session, let count):
            // After a restore has begun, requests go to the restored backup.
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

    /// Replaces the store's sessions by those of the backup.
    mutating func takeBackup() {
        guard let alternative else { return }
        sessions = alternative
        (self.alternative, backup) = (nil, nil)
    }
}
