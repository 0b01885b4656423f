import Testing

@testable import FairwayHTTP

/// The state machine of a connection, as lists of events and actions.
struct ConnectionStateTests {
    typealias Event = ConnectionState.Event
    typealias Action = ConnectionState.Action

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [(event: Event, action: Action)]
        /// The deadline after the last step.
        let deadline: ConnectionState.Deadline.Kind
        /// Whether input is watched for after the last step.
        let wantsInput: Bool

        init(
            _ name: String,
            _ steps: [(Event, Action)],
            deadline: ConnectionState.Deadline.Kind,
            wantsInput: Bool
        ) {
            testDescription = name
            self.steps = steps.map { (event: $0.0, action: $0.1) }
            self.deadline = deadline
            self.wantsInput = wantsInput
        }
    }

    static var limits: Limits {
        var limits = Limits()
        limits.requestsInFlight = 2
        limits.requestsPerConnection = 4
        limits.outputBytes = 1000
        return limits
    }

    static let request = (Event.requestCompleted(isPersistent: true), Action.nothing)
    static let lastRequest = (Event.requestCompleted(isPersistent: false), Action.nothing)
    static let answered = (Event.answered, Action.nothing)
    static let sent = (Event.flushed(sent: 300, waiting: 0), Action.nothing)

    @Test(arguments: ordinary + blocked + endings + times + draining)
    func eventsProduceTheExpectedActions(_ example: Case) {
        var state = ConnectionState(limits: Self.limits)
        for (index, step) in example.steps.enumerated() {
            #expect(state.apply(step.event) == step.action, "step \(index): \(step.event)")
        }
        #expect(state.deadline.kind == example.deadline)
        #expect(state.wantsInput == example.wantsInput)
    }

    static let ordinary = [
        Case("nothing has come", [], deadline: .idle, wantsInput: true),
        Case("part of a head", [(.requestBegan, .nothing)], deadline: .header, wantsInput: true),
        Case("part of a body", [(.headCompleted, .nothing)], deadline: .body, wantsInput: true),
        Case("a request that waits for its answer", [request], deadline: .none, wantsInput: true),
        Case("an answered request", [request, answered, sent], deadline: .idle, wantsInput: true),
        Case("as many in flight as allowed", [request, request], deadline: .none, wantsInput: false),
        Case("one of them answered", [request, request, answered, sent], deadline: .none, wantsInput: true),
        Case(
            "the next request begins before the answer",
            [request, (.requestBegan, .nothing)],
            deadline: .header,
            wantsInput: true
        ),
        Case(
            "the last request that is allowed",
            [
                request, answered, request, answered, request, answered, request, answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
    ]

    static let blocked = [
        Case(
            "output that waits",
            [request, answered, (.flushed(sent: 1, waiting: 500), .nothing)],
            deadline: .writeStall,
            wantsInput: true
        ),
        Case(
            "too much output that waits",
            [request, answered, (.flushed(sent: 1, waiting: 1001), .nothing)],
            deadline: .writeStall,
            wantsInput: false
        ),
        Case(
            "output that waited",
            [
                request, answered, (.flushed(sent: 1, waiting: 2000), .nothing),
                (.flushed(sent: 2000, waiting: 0), .nothing),
            ],
            deadline: .idle,
            wantsInput: true
        ),
        Case(
            "a client that takes nothing",
            [request, answered, (.flushed(sent: 1, waiting: 500), .nothing), (.timedOut, .cut(.stalled))],
            deadline: .none,
            wantsInput: false
        ),
    ]

    static let endings = [
        Case(
            "the client closes when idle",
            [(.inputEnded, .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client closes within a head",
            [(.requestBegan, .nothing), (.inputEnded, .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client closes its half and waits",
            [request, (.inputEnded, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "and is answered",
            [request, (.inputEnded, .nothing), answered, (.flushed(sent: 1, waiting: 0), .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client closes under a stream",
            [request, (.streamBegan(isFramed: true), .nothing), (.inputEnded, .cut(.gone))],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client closes while it waits for something to happen",
            [request, request, (.pipelinePaused, .nothing), (.inputEnded, .cut(.gone))],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client closes its half when it has waited",
            [request, (.pipelinePaused, .nothing), answered, request, (.inputEnded, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client closes its half when its stream has ended",
            [request, (.streamBegan(isFramed: true), .nothing), answered, request, (.inputEnded, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "the client asked for the end",
            [lastRequest, answered, (.flushed(sent: 1, waiting: 0), .closeOutput)],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "and closes too",
            [
                lastRequest, answered, (.flushed(sent: 1, waiting: 0), .closeOutput),
                (.inputEnded, .close),
            ],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "or does not",
            [lastRequest, answered, (.flushed(sent: 1, waiting: 0), .closeOutput), (.timedOut, .cut(.lingering))],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "a request that is none is answered after those before it",
            [
                request, (.requestRefused, .nothing), answered, (.flushed(sent: 1, waiting: 0), .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "the end of a stream that only closing shows",
            [
                request, (.streamBegan(isFramed: false), .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "nothing happens after the end",
            [(.inputEnded, .close), (.timedOut, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
    ]

    static let times = [
        Case("an idle connection", [(.timedOut, .cut(.idle))], deadline: .none, wantsInput: false),
        Case(
            "a slow head",
            [(.requestBegan, .nothing), (.timedOut, .refuseSlowRequest(inBody: false)), (.requestRefused, .nothing)],
            deadline: .none,
            wantsInput: true
        ),
        Case(
            "a slow body",
            [(.headCompleted, .nothing), (.timedOut, .refuseSlowRequest(inBody: true))],
            deadline: .body,
            wantsInput: true
        ),
        Case(
            "a slow answer is the handler's business",
            [request, (.timedOut, .nothing)],
            deadline: .none,
            wantsInput: true
        ),
    ]

    static let draining = [
        Case("when idle", [(.ending, .nothing), (.drained, .nothing)], deadline: .idle, wantsInput: true),
        Case(
            "and when nothing comes",
            [(.ending, .nothing), (.drained, .nothing), (.graceEnded, .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "and when a request comes",
            [
                (.ending, .nothing), (.drained, .nothing), request, (.graceEnded, .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "when idle, with output that waits",
            [
                request, answered, (.flushed(sent: 1, waiting: 500), .nothing), (.ending, .nothing),
                (.drained, .nothing),
                (.graceEnded, .nothing), (.flushed(sent: 500, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case("with a request in flight", [request, (.drained, .nothing)], deadline: .none, wantsInput: true),
        Case(
            "and when that is answered",
            [request, (.drained, .nothing), answered, (.flushed(sent: 1, waiting: 0), .closeOutput)],
            deadline: .linger,
            wantsInput: true
        ),
        Case("within a head", [(.requestBegan, .nothing), (.drained, .nothing)], deadline: .header, wantsInput: true),
        Case(
            "which is complete then",
            [
                (.requestBegan, .nothing), (.ending, .nothing), (.drained, .nothing), request, answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "with a request that had come and was not read",
            [
                (.ending, .nothing), request, (.drained, .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
    ]

    @Test
    func pausedPipelineResumesAfterTheResponse() {
        var state = ConnectionState(limits: Limits())
        #expect(!state.watchesForEnd)
        for event in [
            Event.requestCompleted(isPersistent: true), .requestCompleted(isPersistent: true), .pipelinePaused,
        ] {
            #expect(state.takesRequests)
            _ = state.apply(event)
        }
        for _ in 1...2 {
            // The end of the input is watched for, even while no request is accepted.
            #expect(!state.takesRequests)
            #expect(state.watchesForEnd)
            _ = state.apply(.answered)
        }
        #expect(state.takesRequests)
        #expect(!state.watchesForEnd)
    }

    @Test
    func clientThatClosedItsOutputBeforeTheStreamIsServed() {
        var state = ConnectionState(limits: Self.limits)
        _ = state.apply(.requestCompleted(isPersistent: true))
        #expect(state.apply(.inputEnded) == .nothing)
        #expect(state.apply(.streamBegan(isFramed: true)) == .nothing)
        #expect(!state.watchesForEnd)
        #expect(!state.isClosed)
    }

    @Test
    func onlyTheLastResponseClosesTheConnection() {
        var state = ConnectionState(limits: Self.limits)
        _ = state.apply(.requestCompleted(isPersistent: true))
        #expect(!state.isLastResponse)
        _ = state.apply(.requestCompleted(isPersistent: false))
        #expect(!state.isLastResponse)
        _ = state.apply(.answered)
        #expect(state.isLastResponse)
    }

    @Test
    func deadlineRestartsWithEachRequestAndEachProgressOfOutput() {
        var state = ConnectionState(limits: Self.limits)
        let first = state.deadline
        _ = state.apply(.requestCompleted(isPersistent: true))
        _ = state.apply(.answered)
        #expect(state.deadline.kind == first.kind)
        #expect(state.deadline != first)
        _ = state.apply(.flushed(sent: 1, waiting: 100))
        let stalled = state.deadline
        _ = state.apply(.flushed(sent: 0, waiting: 100))
        #expect(state.deadline == stalled)
        _ = state.apply(.flushed(sent: 1, waiting: 99))
        #expect(state.deadline != stalled)
    }

    @Test
    func stalledClientGainsNoTimeByFurtherRequests() {
        var state = ConnectionState(limits: Self.limits)
        _ = state.apply(.requestCompleted(isPersistent: true))
        _ = state.apply(.answered)
        _ = state.apply(.flushed(sent: 1, waiting: 100))
        let stalled = state.deadline
        _ = state.apply(.requestCompleted(isPersistent: true))
        #expect(state.deadline == stalled)
        _ = state.apply(.answered)
        _ = state.apply(.flushed(sent: 0, waiting: 200))
        #expect(state.deadline == stalled)
    }

    @Test
    func moreBytesOfAHeadDoNotExtendItsDeadline() {
        var state = ConnectionState(limits: Self.limits)
        _ = state.apply(.requestBegan)
        let deadline = state.deadline
        _ = state.apply(.requestBegan)
        #expect(state.deadline == deadline)
    }
}
