import FairwayOperators
import FairwayWire
import Foundation

/// `GET /v1/admin/funnel`.
struct FunnelDocument: Codable, DescribedType {
    var flow: String
    /// The earliest start. Later than the `since` of the call if runs of that time are no longer kept, or if there are too many.
    var since: Date
    /// The seconds without an action of the user after which an active run counts as abandoned.
    var idle: Int
    /// If there are too many runs, how many are counted.
    var cut: RunsCutDocument?
    var groups: [GroupRow]

    static let described = TypeDescription(
        "How far the runs of a flow came.",
        .init("flow", "The flow's name.", "Checkout"),
        .init(
            "since",
            "The earliest start that is counted. It may be later than the one that was asked for.",
            "2026-11-19T09:30:00.000Z"
        ),
        .init(
            "idle",
            "The seconds without an action of the user after which an active run counts as abandoned.",
            86400
        ),
        .init("cut", "If there are too many runs, how many are counted; otherwise `null`."),
        .init("groups", "The groups of runs; one without `by`.")
    )

    struct GroupRow: Codable, DescribedType {
        /// The app, idiom or locale; nil for devices without it, and for the only group of a call without `by`.
        var by: String?
        var starts: Int
        var completed: Int
        var dismissed: Int
        var ended: Int
        var expired: Int
        var abandoned: Int
        var active: Int
        var steps: [StepRow]

        static let described = TypeDescription(
            "The runs on one kind of device.",
            .init("by", "The value of the property; `null` for devices without it, and without `by`.", "3.1.0"),
            .init("starts", "The number of runs.", 412),
            .init("completed", "The runs whose flow finished with its output.", 301),
            .init("dismissed", "The runs that the user left by going back.", 40),
            .init("ended", "The runs that ended with their session.", 3),
            .init("expired", "The runs whose session expired.", 8),
            .init("abandoned", "The active runs without an action of the user for `idle` seconds.", 20),
            .init("active", "The other active runs.", 40),
            .init("steps", "The screens that the runs showed, in the order in which most runs reached them.")
        )
    }

    struct StepRow: Codable, DescribedType {
        var screen: String
        var title: String?
        var visits: Int
        var runs: Int
        var next: Int
        var dismissed: Int
        var ended: Int
        var expired: Int
        var abandoned: Int
        var active: Int
        var refused: Int
        /// Nil if no stay on the screen is over.
        var medianSeconds: Double?
        var p90Seconds: Double?
        /// The screens of sub flows above the step.
        var within: [SubFlowRow]

        static let described = TypeDescription(
            "A screen of the flow.",
            .init("screen", "The screen's name.", "Checkout.Address"),
            .init("title", "The screen's title; `null` if it has none.", "Your address"),
            .init("visits", "How often the screen was shown.", 455),
            .init("runs", "The runs that showed it.", 398),
            .init("next", "The runs that went on from it.", 330),
            .init("dismissed", "The runs that left here by going back.", 25),
            .init("ended", "The runs that ended here with their session.", 2),
            .init("expired", "The runs whose session expired here.", 6),
            .init("abandoned", "The runs that were abandoned here.", 15),
            .init("active", "The runs that are here.", 20),
            .init("refused", "The refused actions on the screen.", 61),
            .init("medianSeconds", "The median of the time on the screen; `null` if no stay is over.", 22.5),
            .init("p90Seconds", "The 90th percentile of the time on the screen; `null` if no stay is over.", 95.0),
            .init("within", "The screens of sub flows that were shown above the step.")
        )
    }

    struct SubFlowRow: Codable, DescribedType {
        var flow: String
        var screen: String
        var title: String?
        var runs: Int
        var refused: Int
        var abandoned: Int
        var active: Int
        var dismissed: Int
        var ended: Int
        var expired: Int

        static let described = TypeDescription(
            "A screen of a flow that was started above a step.",
            .init("flow", "The name of the sub flow.", "EditAddress"),
            .init("screen", "The screen's name.", "EditAddress.Form"),
            .init("title", "The screen's title; `null` if it has none.", "Edit the address"),
            .init("runs", "The runs that showed it.", 51),
            .init("refused", "The refused actions on the screen.", 9),
            .init("abandoned", "The runs that were abandoned here.", 2),
            .init("active", "The runs that are here.", 1),
            .init("dismissed", "The runs that left here by going back.", 4),
            .init("ended", "The runs that ended here with their session.", 0),
            .init("expired", "The runs whose session expired here.", 1)
        )
    }
}

/// How many of very many runs are counted: those that started last.
struct RunsCutDocument: Codable, DescribedType {
    var counted: Int
    var total: Int

    static let described = TypeDescription(
        "How many runs are counted: those that started last.",
        .init("counted", "The number of runs that are counted.", 40_000),
        .init("total", "The number of runs in the period.", 1_000_000)
    )
}

/// `GET /v1/admin/graph`.
struct GraphDocument: Codable, DescribedType {
    var screens: [ScreenRow]
    var edges: [EdgeRow]
    /// Of a flow with too many runs, how many are counted.
    var cut: RunsCutDocument?

    static let described = TypeDescription(
        "The paths that users took.",
        .init("screens", "The screens."),
        .init("edges", "The transitions between them."),
        .init("cut", "Of a flow with too many runs, how many are counted; otherwise `null`.")
    )

    struct ScreenRow: Codable, DescribedType {
        var name: String
        var title: String?
        /// The flow that declares it.
        var flow: String?
        var visits: Int
        var front: Int

        static let described = TypeDescription(
            "A screen that was shown.",
            .init("name", "The screen's name.", "Checkout.Address"),
            .init("title", "The screen's title; `null` if it has none.", "Your address"),
            .init("flow", "The flow that declares it; `null` if this build declares no such screen.", "Checkout"),
            .init("visits", "How often the screen was shown.", 455),
            .init("front", "The sessions in which it is in front.", 12)
        )
    }

    struct EdgeRow: Codable, DescribedType {
        var from: String?
        var action: String
        var to: String?
        var count: Int
        var medianSeconds: Double

        static let described = TypeDescription(
            "A transition that users made.",
            .init("from", "The front screen before; `null` for a start.", "Checkout.Address"),
            .init("action", "The action, or the kind of another change.", "saveButtonPressed"),
            .init("to", "The front screen afterwards; `null` if the session is over.", "Checkout.Payment"),
            .init("count", "How often it was made.", 330),
            .init("medianSeconds", "The median of the time on the screen before.", 22.5)
        )
    }
}

extension FunnelDocument {
    init(_ flow: String, since: Date, idle: Int, _ funnel: Funnel, title: (String) -> String?) {
        self.init(
            flow: flow,
            since: since,
            idle: idle,
            cut: funnel.cut.map(RunsCutDocument.init),
            groups: funnel.groups.map { group in
                GroupRow(
                    by: group.by,
                    starts: group.starts,
                    completed: group.ends.completed,
                    dismissed: group.ends.dismissed,
                    ended: group.ends.ended,
                    expired: group.ends.expired,
                    abandoned: group.ends.abandoned,
                    active: group.ends.active,
                    steps: group.steps.map { StepRow($0, title: title) }
                )
            }
        )
    }
}

extension FunnelDocument.StepRow {
    fileprivate init(_ step: Funnel.StepCounts, title: (String) -> String?) {
        self.init(
            screen: step.screen,
            title: title(step.screen),
            visits: step.visits,
            runs: step.runs,
            next: step.ends.completed,
            dismissed: step.ends.dismissed,
            ended: step.ends.ended,
            expired: step.ends.expired,
            abandoned: step.ends.abandoned,
            active: step.ends.active,
            refused: step.refused,
            medianSeconds: step.medianSeconds,
            p90Seconds: step.p90Seconds,
            within: step.within.map { FunnelDocument.SubFlowRow($0, title: title($0.screen)) }
        )
    }
}

extension FunnelDocument.SubFlowRow {
    fileprivate init(_ counts: Funnel.SubFlowCounts, title: String?) {
        self.init(
            flow: counts.flow,
            screen: counts.screen,
            title: title,
            runs: counts.runs,
            refused: counts.refused,
            abandoned: counts.ends.abandoned,
            active: counts.ends.active,
            dismissed: counts.ends.dismissed,
            ended: counts.ends.ended,
            expired: counts.ends.expired
        )
    }
}

extension RunsCutDocument {
    fileprivate init(_ cut: RunsCut) { self.init(counted: cut.counted, total: cut.total) }
}

extension GraphDocument {
    init(_ graph: Graph, describe: (String) -> (title: String?, flow: String?)) {
        self.init(
            screens: graph.screens.map { screen in
                let (title, flow) = describe(screen.name)
                return ScreenRow(
                    name: screen.name,
                    title: title,
                    flow: flow,
                    visits: screen.visits,
                    front: screen.front
                )
            },
            edges: graph.edges.map {
                EdgeRow(from: $0.from, action: $0.action, to: $0.to, count: $0.count, medianSeconds: $0.medianSeconds)
            },
            cut: graph.cut.map(RunsCutDocument.init)
        )
    }
}
