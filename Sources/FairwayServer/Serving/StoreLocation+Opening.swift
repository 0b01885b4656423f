import Fairway
import FairwayPostgres
import FairwaySQLite

extension StoreLocation {
    /// The store itself. This is the one file that names concrete stores.
    func open(
        _ access: StoreAccess,
        durability: Durability = .full,
        commitGroup: Int? = nil,
        logPages: Int? = nil
    ) throws -> any Store {
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

    /// The store, to be copied from: locked, so that no server changes it meanwhile.
    func openForCopying() async throws -> any CopySource {
        guard case .sqlite(let path) = self else {
            throw CommandError(.badValue, "--from must be a store in a file, like sqlite:fairway.sqlite.")
        }
        do {
            // Only one that is there, and up to date: opening it to serve it would make it.
            await (try SQLiteStore(path, for: .reading)).close()
            return try SQLiteStore(path)
        } catch {
            throw CommandError(error)
        }
    }

    #if Postgres
    /// The store, to be copied to.
    func openAsCopy() throws -> any CopyTarget {
        guard case .postgres(let uri) = self else { throw Self.noTarget }
        do {
            return try PostgresCopy(uri)
        } catch {
            throw CommandError(error)
        }
    }

    private func openPostgres(_ uri: String, _ access: StoreAccess, _ commitGroup: Int?) throws -> any Store {
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
    /// No store can be copied to in this build.
    func openAsCopy() throws -> any CopyTarget {
        guard case .postgres(let uri) = self else { throw Self.noTarget }
        _ = try openPostgres(uri, .serving, nil)
        throw Self.noTarget
    }

    private func openPostgres(_ uri: String, _ access: StoreAccess, _ commitGroup: Int?) throws -> any Store {
        throw CommandError(
            .unusableStore,
            "\(self): this build has no store for PostgreSQL; install libpq-dev, and build with `--traits Postgres`."
        )
    }
    #endif

    private static let noTarget = CommandError(.badValue, "--to must be a store like postgres://host/database.")
}
