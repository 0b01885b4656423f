import FairwaySQLite

/// An operation on the files of a folder, by SQLite or the store.
enum FileOperation: Sendable {
    /// Creates an empty file.
    case create(name: String, file: Int)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case sync(file: Int)
    case remove(name: String)
    case link(from: String, to: String)
    case rename(from: String, to: String)
    case syncFolder
    /// The content of the log's index, which SQLite maps into memory.
    case index([UInt8])
    /// A request, a reply, or a step of the operator.
    case note(ClientEvent)

    /// Whether the operation changes files.
    var changesFiles: Bool {
        switch self {
        case .sync, .syncFolder, .index, .note: false
        default: true
        }
    }

    /// The name in reports. Nil for operations without crash points.
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

/// A request, a reply, or a step of the operator. Sessions are numbered from 0.
enum ClientEvent: Sendable {
    case storeWasMade
    case startRequested(session: Int)
    case started(session: Int, Credentials)
    /// A request to increment the counter to a count.
    case requested(session: Int, count: Int)
    case acknowledged(session: Int, count: Int, answer: [UInt8])
    case backupRequested
    case backupAcknowledged
    /// The operator begins to restore the backup. When a later change is acknowledged, the backup has replaced the
    /// store.
    case restoreBegan

    /// A session's id and token.
    struct Credentials: Sendable {
        let id: String
        let token: String
    }
}
