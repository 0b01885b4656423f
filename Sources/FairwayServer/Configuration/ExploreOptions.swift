import FairwayWire

/// What `explore` walks through, and for how long.
struct ExploreOptions: CommandOptions, Equatable {
    var flow: String?
    var skipped: String?
    var steps = 5_000
    var idiom = Device.Idiom.phone
    var doesJobs = false
    var isTraced = false

    static let operands: [Flag<Self>] = [
        Flag("flow", \.flow, .text("[FLOW]"), "The flow to start; all of them where none is named.")
    ]

    static let flags: [Flag<Self>] = [
        Flag("skip", \.skipped, .text("FLOW"), "A flow that is not started, because it takes long or reaches outside."),
        Flag("steps", \.steps, .integer(in: 1...1_000_000), "How many steps are taken."),
        Flag("idiom", \.idiom, .choice, "The kind of device that flows are shown."),
        Flag(
            "jobs",
            \.doesJobs,
            .yes,
            "Has the app's performers do its jobs, with all they do outside; else jobs only fail."
        ),
        Flag("trace", \.isTraced, .yes, "Says each step before it is taken: the last lines lead to a crash."),
    ]
}
