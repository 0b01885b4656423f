package import Fairway
import FairwayWire

/// A run, as funnels count it.
package struct CountedRun {
    let app: String?
    let idiom: String?
    let locale: String?
    let outcome: SessionOutcome?
    /// Whether it is active, and its session's user has not acted for a while.
    let isAbandoned: Bool
    let course: CountedCourse
    /// As ``FlowRun/staysJSON``.
    let stays: [UInt8]

    /// The value of a property of the device.
    func value(of property: FunnelQuery.Property) -> String? {
        switch property {
        case .app: app
        case .idiom: idiom
        case .locale: locale
        }
    }
}

/// The course of all runs with the same one. A class, so that runs are told apart by a pointer.
final class CountedCourse: Sendable {
    let value: FlowRun.Course

    fileprivate init(_ value: FlowRun.Course) { self.value = value }
}

/// The courses of the runs that a query has read. Each is decoded once.
package struct CountedCourses {
    private var courses: [String: CountedCourse] = [:]

    package init() {}

    /// If this build cannot read the course, the run has shown no screen.
    fileprivate mutating func course(_ stored: String) -> CountedCourse {
        if let known = courses[stored] { return known }
        let read = try? JSON.decode(FlowRun.Course.self, from: stored.utf8)
        let course = CountedCourse(read.flatMap { $0.isConsistent ? $0 : nil } ?? FlowRun.Course())
        courses[stored] = course
        return course
    }

    /// A run in memory.
    package mutating func counted(_ run: FlowRun, isAbandoned: Bool = false) -> CountedRun {
        CountedRun(
            app: run.app,
            idiom: run.idiom,
            locale: run.locale,
            outcome: run.outcome,
            isAbandoned: isAbandoned,
            course: course(String(decoding: run.courseJSON.bytes, as: UTF8.self)),
            stays: run.staysJSON.bytes
        )
    }

    /// Reads ``columns(session:idleSince:)``.
    package mutating func counted(_ row: some StoredRow) -> CountedRun {
        CountedRun(
            app: row.optionalText(0),
            idiom: row.optionalText(1),
            locale: row.optionalText(2),
            outcome: row.optionalText(3).flatMap(SessionOutcome.init),
            isAbandoned: !row.isNull(4) && row.bool(4),
            course: course(row.text(5)),
            stays: row.bytes(6)
        )
    }

    /// The columns that `counted(_:)` reads.
    ///
    /// - Parameters:
    ///   - session: The column of `sessions` that `runs.session` refers to.
    ///   - idleSince: The parameter with ``FunnelQuery/idleSince``.
    package static func columns(session: String, idleSince: String) -> String {
        let isIdle = "SELECT user_acted_at_ms <= \(idleSince) FROM sessions WHERE sessions.\(session) = runs.session"
        return "app, idiom, locale, outcome, CASE WHEN outcome IS NULL THEN (\(isIdle)) END, course_json, stays_json"
    }

    /// The number of ``columns(session:idleSince:)``.
    package static let columnCount = 7
}
