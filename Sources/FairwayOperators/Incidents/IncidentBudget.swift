import Fairway

/// Counts the incidents of each session and of each source, and their bytes, for an hour. Without it, a client could fill
/// the store with refused changes.
struct IncidentBudget: Sendable {
    private enum Origin: Hashable {
        case session(String)
        case source(CallSource)
    }

    private struct Spent {
        var count = 0
        var bytes = 0
    }

    private static let seconds = 3_600.0

    private var spent: [Origin: Spent] = [:]
    private var ends = 0.0

    /// Counts an incident of a session. Returns false, and counts nothing, if the session or the source has reached a
    /// limit.
    ///
    /// The first incident begins the hour. The hour ends early if there are too many sessions and sources to count.
    mutating func spend(
        _ bytes: Int,
        of session: String,
        from source: CallSource?,
        at now: Double,
        _ limits: OperatorLimits
    ) -> Bool {
        if now >= ends || spent.count >= limits.incidentOrigins { (spent, ends) = ([:], now + Self.seconds) }
        guard let ofSession = adding(bytes, to: .session(session), limits.incidentsPerSession) else { return false }
        if let source {
            guard let ofSource = adding(bytes, to: .source(source), limits.incidentsPerSource) else { return false }
            spent[.source(source)] = ofSource
        }
        spent[.session(session)] = ofSession
        return true
    }

    /// Nil if a limit is reached.
    private func adding(_ bytes: Int, to origin: Origin, _ most: OperatorLimits.Incidents) -> Spent? {
        var spent = self.spent[origin] ?? Spent()
        spent.count += 1
        spent.bytes += bytes
        return spent.count <= most.count && spent.bytes <= most.bytes ? spent : nil
    }
}
