import Fairway
import FairwayWire
public import Foundation

/// The progress of the runs of a flow, and the screens on which they stopped.
///
/// A run is one start of the flow that showed a screen. A step is a screen of a run.
public struct Funnel: Hashable, Sendable {
    /// The groups, largest first. Without ``FunnelQuery/by`` there is exactly one.
    ///
    /// If there are too many, the last one is ``Group/others``.
    public var groups: [Group]

    /// The runs of devices with the same app, idiom or locale.
    public struct Group: Hashable, Sendable {
        /// The ``by`` of the last group, which contains the smaller groups, and the devices with this very value.
        public static let others = "other"

        /// The app, idiom or locale; nil for devices without it, and without ``FunnelQuery/by``.
        public var by: String?
        /// The runs. Each is in exactly one of the counts of ``ends``.
        public var starts: Int
        /// The runs by their outcome.
        public var ends: Ends
        /// The steps, in the order in which runs reach them on average.
        public var steps: [StepCounts]
    }

    /// The number of runs for each outcome.
    public struct Ends: Hashable, Sendable {
        /// Flows that finished with an output. Of a step: also runs that came further.
        public var completed = 0
        /// Flows that left without an output.
        public var dismissed = 0
        /// Flows of sessions that a client or an operator ended.
        public var ended = 0
        /// Flows of sessions that expired.
        public var expired = 0
        /// Flows that are active.
        public var active = 0
    }

    /// A screen of the flow, or of a flow below it that no screen started.
    public struct StepCounts: Hashable, Sendable {
        /// The screen's name.
        public var screen: String
        /// The number of times that it came to the front.
        public var visits: Int
        /// The number of runs that have shown it. Each is in exactly one of the counts of ``ends``.
        public var runs: Int
        /// The runs by their outcome on this step. ``Ends/completed`` counts the runs that completed
        /// and those with a different last step.
        public var ends: Ends
        /// The number of runs with an incident on the screen.
        public var refused: Int
        /// The median of the stays that are over, accurate to 10 %; nil if there are none.
        public var medianSeconds: Double?
        /// The length that 90 % of the stays do not exceed, accurate to 10 %; nil if there are none.
        public var p90Seconds: Double?
    }
}

/// Selects the runs of a funnel.
public struct FunnelQuery: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// Only runs that started since this time.
    public var since: Date?
    /// The property of devices by which runs are grouped.
    public var by: Property?

    /// A property of a device.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// The version of the app.
        case app
        /// The kind of device.
        case idiom
        /// The language tag.
        case locale
    }

    /// All runs that match every given condition.
    public init(flow: String, since: Date? = nil, by: Property? = nil) {
        self.flow = flow
        self.since = since
        self.by = by
    }
}

/// Selects sessions by a run of a flow.
public struct RunsQuery: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// Only runs that have shown this screen as a step.
    public var step: String?
    /// Only runs with this outcome. With a step: only runs that stopped there or, for `next`, that continued.
    public var left: Left?
    /// Only runs that started since this time.
    public var since: Date?

    /// The outcome of a run, or of one of its steps.
    public enum Left: String, Hashable, Sendable, CaseIterable {
        /// The run completed, or its last step is a different step.
        case next
        /// The run completed.
        case completed
        /// The flow left without an output.
        case dismissed
        /// The session was ended.
        case ended
        /// The session expired.
        case expired
        /// The flow is active.
        case active
    }

    /// All runs that match every given condition.
    public init(flow: String, step: String? = nil, left: Left? = nil, since: Date? = nil) {
        self.flow = flow
        self.step = step
        self.left = left
        self.since = since
    }

    /// Whether the run is one of the query's. The store has compared flow and time.
    package func matches(_ run: FlowRun) -> Bool {
        guard let last = run.lastStep else { return false }
        if let step, !run.course.steps.contains(where: { $0.screen == step }) { return false }
        let isFurther = run.outcome == .completed || (step.map { $0 != last.screen } ?? false)
        return switch left {
        case nil: true
        case .next: isFurther
        case .completed: run.outcome == .completed
        case .dismissed: !isFurther && run.outcome == .dismissed
        case .ended: !isFurther && run.outcome == .ended
        case .expired: !isFurther && run.outcome == .expired
        case .active: !isFurther && run.outcome == nil
        }
    }
}
