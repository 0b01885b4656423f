import Fairway

/// The reason why a statement returned no result. Its kind tells whether the statement may have been executed.
struct PostgresFailure: Error, Hashable, CustomStringConvertible {
    let kind: Kind
    let message: String

    enum Kind: Hashable {
        /// The server answered with this SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
        case refused(state: String)
        /// There was no connection, and nothing was sent.
        case unreachable
        /// The connection was lost before the answer arrived. The statement may have been executed.
        case cut
        /// No answer arrived in time, and the connection was closed. The statement may have been executed or may still
        /// be running.
        case silent
        /// The process has no file descriptors left, and nothing was sent.
        case withoutDescriptor
        case queueFull
        case closed
    }

    static let closed = PostgresFailure(kind: .closed, message: "the store has been closed")

    /// Whether a retry may succeed: the failure is a serialization failure or a deadlock.
    var mayPassNextTime: Bool { [.refused(state: "40001"), .refused(state: "40P01")].contains(kind) }

    /// Whether a commit with an unknown outcome should be repeated after a delay: the database may accept it soon. The
    /// server's answers are those about connections (08), rollbacks (40), resources (53), shutdowns and starts (57P),
    /// and a standby that is not promoted yet (25006).
    var isTransient: Bool {
        switch kind {
        case .refused(let state): state == "25006" || ["08", "40", "53", "57P0"].contains { state.hasPrefix($0) }
        case .unreachable, .cut, .withoutDescriptor, .queueFull: true
        case .silent, .closed: false
        }
    }

    /// Whether the connection should be replaced: the server is shutting down or has become read-only.
    var endsItsConnection: Bool {
        guard case .refused(let state) = kind else { return false }
        return state.hasPrefix("57P") || state == "25006"
    }

    var description: String {
        if case .refused(let state) = kind { return "PostgreSQL \(state): \(message)" }
        return message
    }
}

extension PostgresFailure {
    /// The error that the store throws: what failed and the remedy, with PostgreSQL's message as the cause.
    func storeError(_ place: String) -> StoreError { StoreError(code, sentence(place), cause: description) }

    private var code: StoreError.Code {
        guard case .refused(let state) = kind else { return .unavailable }
        return ["22", "23", "XX"].contains { state.hasPrefix($0) } ? .damaged : .unavailable
    }

    private func sentence(_ place: String) -> String {
        switch kind {
        case .refused(let state): Self.sentence(state, place)
        case .unreachable: "\(place) cannot be reached: check that it runs. A running server keeps reconnecting."
        case .cut: "The connection to \(place) was lost: repeat the call. The server reconnects."
        case .silent: "\(place) does not answer: check the database. The call may have been executed."
        case .withoutDescriptor:
            "No file descriptors are left for a connection to \(place) in this process: raise ulimit -n or LimitNOFILE."
        case .queueFull: "Too many calls wait for \(place) and no more are accepted: retry later, or add capacity."
        case .closed: "The store has been closed."
        }
    }

    private static func sentence(_ state: String, _ place: String) -> String {
        switch state {
        case "57014": "\(place) stopped a statement that took too long: find the cause in pg_stat_activity."
        case "55P03": "\(place) stopped a statement that waited for a lock: find the lock's owner in pg_locks."
        case "25006": "\(place) is read-only: connect to the primary, with target_session_attrs=read-write."
        case "53100": "\(place) has a full disk: free some space. Changes are accepted again as soon as there is space."
        case "53300": "\(place) has no connection left: raise max_connections, or run fewer nodes."
        case "42P01", "42703", "42883":
            "\(place) has a different schema than this build needs: run the command `migrate`."
        case let state where state.hasPrefix("28"):
            "\(place) rejected the login: check the user, the password and pg_hba.conf."
        case let state where state.hasPrefix("3D"): "\(place) does not exist: create it with createdb."
        case let state where state.hasPrefix("42501"):
            "\(place) denied a permission: make this user the owner of the database."
        case let state where state.hasPrefix("22") || state.hasPrefix("23"):
            "\(place) contains data that conflicts with a change: run the command `check`."
        case let state where state.hasPrefix("XX"): "\(place) is damaged: check its log and its disk."
        case let state where state.hasPrefix("57P"):
            "\(place) is starting or shutting down. A running server keeps reconnecting."
        default: "\(place) rejected a statement: see the cause."
        }
    }
}
