import Fairway

extension FlowRun {
    /// The steps of a run and the edges between them, which funnels count. Many runs have the same course, so it has neither times
    /// nor nodes.
    package struct Course: Hashable, Sendable, Codable {
        /// In the order of their first visits.
        var steps: [Step] = []
        var edges: [Edge] = []
        /// The step that the user was on last.
        var last: Int?
        /// The screen of a sub flow that the user was on last, in ``Step/within`` of the last step. Nil for the step itself.
        var lastWithin: Int?
    }
}

extension FlowRun.Course {
    /// A screen of a run.
    struct Step: Hashable, Sendable, Codable {
        let screen: String
        /// How often it entered or came to the front.
        var visits = 0
        /// Whether an incident occurred on it or on a sub flow's screen above it.
        var isRefused = false
        /// The screens of sub flows that were shown above it.
        var within: [SubFlowScreen] = []
    }

    /// A screen of a flow that a step started, or of a flow below that.
    struct SubFlowScreen: Hashable, Sendable, Codable {
        let flow: String
        let screen: String
        /// Whether an incident occurred on it.
        var isRefused = false
    }

    /// Two steps and the action that led from one to the other.
    struct Edge: Hashable, Sendable, Codable {
        /// Nil if the flow started or returned to the front.
        let from: Int?
        /// Nil if the flow left, or another flow came to the front.
        let to: Int?
        let action: String
    }

    /// Whether all indices are in range. In a damaged file they may be others.
    var isConsistent: Bool {
        func isStep(_ index: Int?) -> Bool { index.map(steps.indices.contains) ?? true }
        guard isStep(last), edges.allSatisfy({ isStep($0.from) && isStep($0.to) }) else { return false }
        return lastWithin.map { within in last.map { steps[$0].within.indices.contains(within) } ?? false } ?? true
    }

    /// The step that the user was on last.
    var lastStep: Step? { last.map { steps[$0] } }

    /// The screen of a sub flow that the user was on last; nil if it was the step itself.
    var lastSubFlowScreen: SubFlowScreen? {
        guard let step = lastStep, let lastWithin else { return nil }
        return step.within[lastWithin]
    }
}

extension FlowRun {
    /// The lengths of a run's stays, by the number of the edge in ``Course/edges`` that followed.
    package struct Stays: Hashable, Sendable {
        private var counts: [StayCounts] = []

        mutating func add(_ length: StayLength, before edge: Int) {
            while counts.count <= edge { counts.append(StayCounts()) }
            counts[edge].add(length)
        }
    }
}

extension FlowRun.Stays: Codable {
    /// Reads a list of triples: an edge, a class of lengths, and a count.
    package init(from decoder: any Decoder) throws {
        let numbers = try [Int](from: decoder)
        for index in stride(from: 0, to: numbers.count - 2, by: 3) {
            guard numbers[index] >= 0, numbers[index] <= counts.count else { continue }
            if numbers[index] == counts.count { counts.append(StayCounts()) }
            counts[numbers[index]].add(StayLength(number: numbers[index + 1]), numbers[index + 2])
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try counts.enumerated().flatMap { edge, counts in counts.sorted.flatMap { [edge, $0.number, $0.count] } }
            .encode(to: encoder)
    }

    /// Calls `body` with each triple of a stored list. Funnels read many lists, so this one has no decoder.
    static func forEach(in stored: [UInt8], _ body: (_ edge: Int, _ class: Int, _ count: Int) -> Void) {
        var (numbers, place, number) = ((0, 0), 0, 0)
        for byte in stored {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number &* 10 &+ Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: ","), UInt8(ascii: "]"):
                switch place {
                case 0: numbers.0 = number
                case 1: numbers.1 = number
                default: body(numbers.0, numbers.1, number)
                }
                (place, number) = ((place + 1) % 3, 0)
            default: break
            }
        }
    }
}

extension FlowRun {
    /// The nodes of a run, for its next trails and incidents.
    struct Position: Hashable, Sendable, Codable {
        /// The run's own flow, and the flows below it that no screen started. Their screens are steps.
        var owners: [Owner]
        /// The other flows below the run, except those beyond ``EngineLimits/subFlowsPerRun``.
        var subFlows: [SubFlow] = []
        /// Nil while a flow outside of the run is in front.
        var present: Present?
        /// The nodes that have shown each step of the course.
        var nodes: [StepNodes] = []
    }
}

extension FlowRun.Position {
    /// Whether all indices are in range of a course.
    func fits(_ course: FlowRun.Course) -> Bool {
        let steps = course.steps.indices
        return zip(nodes, course.steps).allSatisfy { $0.within.count == $1.within.count } && nodes.count == steps.count
            && owners.allSatisfy { $0.shown.map { steps.contains($0.step) } ?? true }
            && (present.map { steps.contains($0.step) } ?? true)
    }

    struct Owner: Hashable, Sendable, Codable {
        let node: Int
        /// The screen that the flow showed last; nil before the first.
        var shown: Shown?
    }

    struct Shown: Hashable, Sendable, Codable {
        let step: Int
        /// The number of the screen in its session.
        let screen: Int
    }

    struct SubFlow: Hashable, Sendable, Codable {
        let node: Int
        let flow: String
    }

    /// The step that is in front now.
    struct Present: Hashable, Sendable, Codable {
        let step: Int
        /// The node in ``FlowRun/Position/owners``.
        let owner: Int
        /// Milliseconds since 1970.
        let since: Int
    }

    /// The newest nodes that have shown a step and the screens above it.
    struct StepNodes: Hashable, Sendable, Codable {
        var own: [Int] = []
        /// For each of the step's sub flow screens.
        var within: [[Int]] = []
        /// Those with sub flow screens that are not listed.
        var unlisted: [Int] = []
    }
}
