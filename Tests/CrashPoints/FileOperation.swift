import FairwaySQLite

/// Something that was done to the files of a folder, by SQLite or by the store itself.
enum FileOperation: Sendable {
    /// A name was given to a new, empty file.
    case create(name: String, file: Int)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case sync(file: Int)
    case remove(name: String)
    case link(from: String, to: String)
    case rename(from: String, to: String)
    case syncFolder
    /// What was in the index of the log, which SQLite maps into memory.
    case index([UInt8])
    /// What the life's clients had asked for, or were told, by then.
    case note(Note)

    /// Whether the files are others than before.
    var changesFiles: Bool {
        switch self {
        case .sync, .syncFolder, .index, .note: false
        default: true
        }
    }

    /// What the figures count it under.
    var kind: String? {
        switch self {
        case .create: "create"
        case .write: "write"
        case .truncate: "truncate"
        case .sync, .syncFolder: "sync"
        case .remove: "delete"
        case .link, .rename: "rename"
        case .index, .note: nil
        }
    }
}

/// What the life's clients know. Sessions are counters, numbered from 0.
enum Note: Sendable {
    case storeWasMade
    case startRequested(session: Int)
    case started(session: Int, Credentials)
    /// The counter was asked to go to a count.
    case requested(session: Int, count: Int)
    case acknowledged(session: Int, count: Int, answer: [UInt8])
    case backupRequested
    case backupAcknowledged
    /// The backup is about to take the store's place. Once a change has been acknowledged in it, it is the store.
    case restoreBegan

    /// With which a session is asked for.
    struct Credentials: Sendable {
        let id: String
        let token: String
    }
}
