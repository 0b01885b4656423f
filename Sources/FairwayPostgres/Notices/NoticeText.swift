import Fairway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Notices as they go through PostgreSQL: one a line, which begins with what it is about.
enum NoticeText {
    /// Less than 8,000 bytes (https://www.postgresql.org/docs/current/sql-notify.html).
    private static let mostBytes = 7_900

    /// As few payloads as hold all of the notices.
    static func payloads(_ notices: [StoreNotice]) -> [String] {
        var payloads: [String] = []
        for line in notices.compactMap(line) {
            if let last = payloads.last, last.utf8.count + line.utf8.count < mostBytes {
                payloads[payloads.count - 1] += "\n" + line
            } else {
                payloads.append(line)
            }
        }
        return payloads
    }

    /// What a payload says. What another build may have meant by a line that this one cannot read is not known: then
    /// something may have been missed.
    static func notices(_ payload: String) -> [StoreNotice] {
        payload.split(separator: "\n").map { notice($0) ?? .missed }
    }

    private static func line(_ notice: StoreNotice) -> String? {
        switch notice {
        case .changed(let session, let revision): "changed \(revision) \(session)"
        case .work(let due): "work \(due.milliseconds)"
        case .missed: nil
        }
    }

    private static func notice(_ line: Substring) -> StoreNotice? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count > 1, let number = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "changed" where parts.count == 3: return .changed(session: String(parts[2]), revision: number)
        case "work": return .work(due: Date(milliseconds: number))
        default: return nil
        }
    }
}
