import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What one session may have kept for it. Counted here and not in the store, for as long as the session is in memory: it
/// bounds what one client can ask for in a short time, at each node.
extension LiveSession {
    /// Whether another handoff code may be given out; it counts until then.
    func mayHandOver(at now: Date, until expiry: Date, most: Int) -> Bool {
        content.withLock { content in
            content.handoffs.removeAll { $0 <= now }
            guard content.handoffs.count < most else { return false }
            content.handoffs.append(expiry)
            return true
        }
    }

    /// Whether another refusal may be kept under its key; it counts within its hour.
    func mayKeepRefusal(at now: Date, most: Int) -> Bool {
        let hour = Int(now.timeIntervalSince1970 / 3_600)
        return content.withLock { content in
            if content.refusals.hour != hour { content.refusals = (hour, 0) }
            guard content.refusals.kept < most else { return false }
            content.refusals.kept += 1
            return true
        }
    }
}
