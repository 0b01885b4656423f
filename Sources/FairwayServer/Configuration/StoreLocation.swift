import Fairway
import FairwayEvents
import FairwayOperators
import FairwayPostgres
import FairwaySQLite

/// The location of a store: `sqlite:PATH`, `postgres://…` or `memory:`.
enum StoreLocation: Equatable, Sendable {
    case sqlite(path: String)
    /// A PostgreSQL server, as a connection URI of libpq, including the password.
    case postgres(uri: String)
    case memory

    /// Parses a location; nil if it is invalid. Does not check that the file or server exists.
    init?(_ text: String) {
        if text == "memory:" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text.count > "sqlite:".count {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
        } else if ["postgres://", "postgresql://"].contains(where: { text.hasPrefix($0) && text.count > $0.count }) {
            self = .postgres(uri: text)
        } else {
            return nil
        }
    }
}

extension StoreLocation: CustomStringConvertible {
    /// For messages and logs: leaves out a server's user, password and parameters.
    var description: String {
        switch self {
        case .memory: "memory:"
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let uri): Self.withoutCredentials(uri)
        }
    }

    /// An unescaped password may contain `@` or `/`, so everything up to the last `@` counts as credentials.
    private static func withoutCredentials(_ uri: String) -> String {
        let scheme = uri.prefix { $0 != ":" }
        let place = uri.dropFirst(scheme.count + "://".count).split(separator: "@", omittingEmptySubsequences: false)
        return "\(scheme)://\(place.last?.prefix { $0 != "?" } ?? "")"
    }
}

extension StoreLocation {
    /// Opens the store. Only this file names concrete stores.
    func open(
        _ access: StoreAccess,
        durability: DurabilityOption = .full,
        commitGroup: Int? = nil,
        logPages: Int? = nil
    ) throws -> any OperatorStore & WebhookStore {
        switch self {
        case .memory: return MemoryStore()
        case .sqlite(let path):
            do {
                return try SQLiteStore(
                    path,
                    for: access,
                    durability: durability == .full ? .full : .relaxed,
                    mostChangesInGroup: commitGroup ?? SQLiteStore.usualMostChangesInGroup,
                    mostPagesInLog: logPages ?? SQLiteStore.usualMostPagesInLog
                )
            } catch {
                throw CommandError(error)
            }
        case .postgres(let uri): return try openPostgres(uri, access, commitGroup)
        }
    }

    /// Opens the store as the source of a copy, and locks it, so no server changes it during the copy.
    func openForCopying() async throws -> any CopySource {
        guard case .sqlite(let path) = self else {
            throw CommandError(.badValue, "--from must be a store in a file, like sqlite:fairway.sqlite.")
        }
        do {
            // Opening for reading fails if the file is missing or outdated; opening for serving would create it.
            await (try SQLiteStore(path, for: .reading)).close()
            return try SQLiteStore(path)
        } catch {
            throw CommandError(error)
        }
    }

    #if Postgres
    /// Opens the store as the target of a copy.
    func openAsCopy() throws -> any CopyTarget {
        guard case .postgres(let uri) = self else { throw Self.noTarget }
        do {
            return try PostgresCopy(uri)
        } catch {
            throw CommandError(error)
        }
    }

    private func openPostgres(
        _ uri: String,
        _ access: StoreAccess,
        _ commitGroup: Int?
    ) throws -> any OperatorStore & WebhookStore {
        do {
            return try PostgresStore(
                uri,
                for: access,
                mostChangesInGroup: commitGroup ?? PostgresStore.usualMostChangesInGroup
            )
        } catch {
            throw CommandError(error)
        }
    }
    #else
    /// Always throws: only PostgreSQL can be the target of a copy, and this build does not support it.
    func openAsCopy() throws -> any CopyTarget {
        guard case .postgres(let uri) = self else { throw Self.noTarget }
        _ = try openPostgres(uri, .serving, nil)
        throw Self.noTarget
    }

    private func openPostgres(
        _ uri: String,
        _ access: StoreAccess,
        _ commitGroup: Int?
    ) throws -> any OperatorStore & WebhookStore {
        throw CommandError(
            .unusableStore,
            "\(self): this build does not support PostgreSQL; install libpq-dev, and build with `--traits Postgres`."
        )
    }
    #endif

    private static let noTarget = CommandError(.badValue, "--to must be a store like postgres://host/database.")
}
