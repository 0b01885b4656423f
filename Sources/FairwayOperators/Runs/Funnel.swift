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
    /// If there are too many runs, those that are counted.
    public var cut: RunsCut?

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
        /// Active flows, if the session's user has not acted since ``FunnelQuery/idleSince``.
        public var abandoned = 0
        /// The other active flows.
        public var active = 0
    }

    /// A screen of the flow, or of a flow below it that no screen started.
    public struct StepCounts: Hashable, Sendable {
        /// The screen's name.
        public var screen: String
        /// The number of times that it entered the flow's stack or came to the front.
        public var visits: Int
        /// The number of runs in which it entered the flow's stack. Each is in exactly one of the counts of ``ends``.
        public var runs: Int
        /// The runs by their outcome on this step. ``Ends/completed`` counts the runs that completed
        /// and those with a different last step.
        public var ends: Ends
        /// The number of runs with an incident on the screen, or on a sub flow's screen above it.
        public var refused: Int
        /// The median of the stays that are over, accurate to 10 %; nil if there are none.
        public var medianSeconds: Double?
        /// The length that 90 % of the stays do not exceed, accurate to 10 %; nil if there are none.
        public var p90Seconds: Double?
        /// The screens of sub flows above it, those with the most runs first.
        public var within: [SubFlowCounts]
    }

    /// A screen of a flow that a step started, or of a flow below that.
    public struct SubFlowCounts: Hashable, Sendable {
        /// The flow's name.
        public var flow: String
        /// The screen's name.
        public var screen: String
        /// The number of runs that have shown it above the step. Each is in exactly one of the counts of ``ends``.
        public var runs: Int
        /// The runs by their outcome on this screen. ``Ends/completed`` counts the runs that came further.
        public var ends: Ends
        /// The number of runs with an incident on the screen.
        public var refused: Int
    }
}

/// The runs that are counted if there are too many: those that started last.
public struct RunsCut: Hashable, Sendable {
    /// The time since which all runs are counted.
    public var since: Date
    /// The number of runs that are counted.
    public var counted: Int
    /// The number of runs that the query matches.
    public var total: Int

    package init(since: Date, counted: Int, total: Int) {
        self.since = since
        self.counted = counted
        self.total = total
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
    /// An active run is abandoned if the session's user has not acted since this time. Nil: no run is.
    public var idleSince: Date?
    /// The number of runs that are counted at most, the newest ones.
    package var mostRuns = OperatorLimits.runsPerFunnel

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
    public init(flow: String, since: Date? = nil, by: Property? = nil, idleSince: Date? = nil) {
        self.flow = flow
        self.since = since
        self.by = by
        self.idleSince = idleSince
    }
}

/// Selects sessions by a run of a flow.
public struct RunsQuery: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// Only runs in which this screen was a step.
    public var step: String?
    /// Only runs that have shown this screen of a sub flow above the step.
    public var within: Within?
    /// Only runs with this outcome. With a step: only runs that stopped there or, for `next`, that continued.
    public var left: Left?
    /// Only runs that started since this time.
    public var since: Date?
    /// Only runs of devices with this property.
    public var device: Value?
    /// An active run is abandoned if the session's user has not acted since this time. Nil: no run is.
    public var idleSince: Date?
    /// The number of runs that are read at most, the newest ones.
    package var mostRuns = OperatorLimits.runsPerFunnel

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
        /// The flow is active, and the user has not acted for a while.
        case abandoned
        /// The flow is active otherwise.
        case active
    }

    /// A screen of a sub flow.
    public struct Within: Hashable, Sendable {
        /// The flow's name; nil for any flow.
        public var flow: String?
        /// The screen's name.
        public var screen: String

        /// A screen.
        public init(flow: String? = nil, screen: String) {
            self.flow = flow
            self.screen = screen
        }

        fileprivate func matches(_ other: FlowRun.Course.SubFlowScreen) -> Bool {
            screen == other.screen && (flow == nil || flow == other.flow)
        }
    }

    /// A value of a property of devices.
    public struct Value: Hashable, Sendable {
        /// The property.
        public var by: FunnelQuery.Property
        /// The value; nil for devices without one.
        public var value: String?

        /// A value.
        public init(_ by: FunnelQuery.Property, _ value: String?) {
            self.by = by
            self.value = value
        }
    }

    /// All runs that match every given condition.
    public init(
        flow: String,
        step: String? = nil,
        within: Within? = nil,
        left: Left? = nil,
        since: Date? = nil,
        device: Value? = nil,
        idleSince: Date? = nil
    ) {
        self.flow = flow
        self.step = step
        self.within = within
        self.left = left
        self.since = since
        self.device = device
        self.idleSince = idleSince
    }

    /// Whether the run is one of the query's. The store has compared flow and time.
    package func matches(_ counted: CountedRun) -> Bool {
        let (course, outcome) = (counted.course.value, counted.outcome)
        guard let last = course.lastStep, device.map({ counted.value(of: $0.by) == $0.value }) ?? true else {
            return false
        }
        var isFurther = outcome == .completed
        if let step {
            guard let reached = course.steps.first(where: { $0.screen == step }) else { return false }
            if step != last.screen { isFurther = true }
            if let within {
                guard reached.within.contains(where: within.matches) else { return false }
                if !(course.lastSubFlowScreen.map(within.matches) ?? false) { isFurther = true }
            }
        }
        return switch left {
        case nil: true
        case .next: isFurther
        case .completed: outcome == .completed
        case .dismissed: !isFurther && outcome == .dismissed
        case .ended: !isFurther && outcome == .ended
        case .expired: !isFurther && outcome == .expired
        case .abandoned: !isFurther && counted.isAbandoned
        case .active: !isFurther && outcome == nil && !counted.isAbandoned
        }
    }
}
