package import Fairway
package import FairwayWire
package import Foundation

/// One start of a flow: the screens that it showed, how often and for how long, and how it left.
///
/// A run is updated with the trails of its session's journal, in order. Funnels, graphs of a flow and lists of the sessions
/// behind a drop-off are computed from runs.
package struct FlowRun: Hashable, Sendable {
    package let flow: String
    /// The flow's node, unique within its session.
    package let node: Int
    package let startedAt: Date
    package let app: String?
    package let idiom: String?
    package let locale: String?
    /// How the flow left; nil while it is active.
    package private(set) var outcome: SessionOutcome?
    package internal(set) var course: Course
    /// The lengths of the stays before each of the course's edges.
    package internal(set) var stays = Stays()
    var position: Position

    /// A run that starts, according to a trail.
    init(_ start: Trail.Start, _ trail: Trail, at time: Date) {
        (flow, node, startedAt) = (start.flow, start.node, time)
        // A run outlives its session and its user, so it keeps no free text.
        (app, idiom, locale) = (trail.app.flatMap(Device.tag), trail.idiom?.rawValue, trail.locale.flatMap(Device.tag))
        course = Course()
        position = Position(owners: [Position.Owner(node: start.node)])
    }

    /// Whether it has shown a screen. Only such runs are counted.
    package var hasShownScreen: Bool { course.last != nil }
}

extension Device {
    private static let mostTagBytes = 64
    private static let tagPunctuation = Array("._+-/".utf8)

    /// A version or a language tag as a client has sent it; nil for other text.
    package static func tag(_ text: String) -> String? {
        let isTag =
            (1...mostTagBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || tagPunctuation.contains($0) }
        return isTag ? text : nil
    }
}

extension FlowRun {
    /// Applies the trail of a change by an action.
    mutating func apply(_ trail: Trail, of action: String, at time: Date) {
        guard outcome == nil else { return }
        begin(trail)
        if let departure = trail.left.first(where: { $0.node == node }) {
            end(by: action, at: time)
            outcome = departure.outcome
        } else {
            adopt(trail, by: action, at: time)
        }
    }
}

extension FlowRun {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    /// The columns, without the number and the session.
    package static let columnNames = [
        "flow", "node", "started_at_ms", "app", "idiom", "locale", "outcome", "course_json", "stays_json",
        "position_json",
    ]

    /// Reads ``columns``. If this build cannot read the course, the run has shown no screen.
    package init(_ row: some StoredRow, from column: Int = 0) {
        flow = row.text(column)
        node = row.int(column + 1)
        startedAt = row.date(column + 2)
        app = row.optionalText(column + 3)
        idiom = row.optionalText(column + 4)
        locale = row.optionalText(column + 5)
        outcome = row.optionalText(column + 6).flatMap(SessionOutcome.init)
        do {
            course = try JSON.decode(Course.self, from: row.bytes(column + 7))
            stays = try JSON.decode(Stays.self, from: row.bytes(column + 8))
            position = try JSON.decode(Position.self, from: row.bytes(column + 9))
        } catch {
            (course, position) = (Course(), Position(owners: []))
        }
        if !course.isConsistent || !position.fits(course) { (course, position) = (Course(), Position(owners: [])) }
    }

    // Encoding numbers and texts cannot fail.
    package var courseJSON: RawJSON { (try? RawJSON(encoding: course)) ?? .emptyObject }
    package var staysJSON: RawJSON { (try? RawJSON(encoding: stays)) ?? .emptyObject }
    package var positionJSON: RawJSON { (try? RawJSON(encoding: position)) ?? .emptyObject }

    /// The run of a session that was deleted or erased: an active one has ended.
    mutating func endWithSession() { outcome = outcome ?? .ended }
}
