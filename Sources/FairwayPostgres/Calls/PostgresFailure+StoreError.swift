import Fairway

extension PostgresFailure {
    /// What a caller is told: what to do about it, with what PostgreSQL said as the cause.
    func storeError(_ place: String) -> StoreError { StoreError(code, sentence(place), cause: description) }

    private var code: StoreError.Code {
        guard case .refused(let state) = kind else { return .unavailable }
        return ["22", "23", "XX"].contains { state.hasPrefix($0) } ? .damaged : .unavailable
    }

    private func sentence(_ place: String) -> String {
        switch kind {
        case .refused(let state): Self.sentence(state, place)
        case .unreachable: "\(place) cannot be reached: see that it runs; it is tried again and again."
        case .cut: "The connection to \(place) was lost: it is made again; ask once more."
        case .silent: "\(place) does not answer: see what has become of it; what was asked may have been done."
        case .withoutDescriptor:
            "This process may open no more files, which connections to \(place) are: allow it more (ulimit -n, LimitNOFILE)."
        case .crowded: "More changes wait for \(place) than it takes: ask again in a moment, or give it more power."
        case .closed: "The store has been closed."
        }
    }

    private static func sentence(_ state: String, _ place: String) -> String {
        switch state {
        case "57014": "\(place) took too long over a statement: see what holds it up, in pg_stat_activity."
        case "55P03": "A lock in \(place) was not to be had: see who holds it, in pg_locks."
        case "25006": "\(place) takes no changes: name the primary, with target_session_attrs=read-write."
        case "53100": "The disk of \(place) is full: free some space; changes are taken again as soon as there is some."
        case "53300": "\(place) has no connection left: raise its max_connections, or run fewer nodes."
        case "42P01", "42703", "42883":
            "\(place) has another schema than this build needs: run the command `migrate`."
        case let state where state.hasPrefix("28"):
            "\(place) does not let this user in: see the user, the password and pg_hba.conf."
        case let state where state.hasPrefix("3D"): "\(place) has no such database: make it, with createdb."
        case let state where state.hasPrefix("42501"):
            "This user may not do that in \(place): make it the owner of the database."
        case let state where state.hasPrefix("22") || state.hasPrefix("23"):
            "A change does not fit what is stored in \(place): run the command `check`."
        case let state where state.hasPrefix("XX"): "\(place) is damaged: look at its log, and at its disk."
        case let state where state.hasPrefix("57P"): "\(place) is going down or coming up: it is tried again and again."
        default: "\(place) could not do what it was asked: the cause says why."
        }
    }
}
