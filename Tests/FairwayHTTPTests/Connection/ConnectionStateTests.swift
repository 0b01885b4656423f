import Testing

@testable import FairwayHTTP

/// The state machine of a connection, as lists of events and actions.
struct ConnectionStateTests {
    typealias Event = ConnectionState.ConnectionEvent
    typealias Action = ConnectionState.Action

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [(event: Event, action: Action)]
        /// The deadline after the last step.
        let deadline: ConnectionState.Timeout.Kind
        /// Whether input is watched for after the last step.
        let wantsInput: Bool

        init(
            _ name: String,
            _ steps: [(Event, Action)],
            deadline: ConnectionState.Timeout.Kind,
            wantsInput: Bool
        ) {
            testDescription = name
            self.steps = steps.map { (event: $0.0, action: $0.1) }
            self.deadline = deadline
            self.wantsInput = wantsInput
        }
    }

    static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requestsInFlight = 2
        limits.requestsPerConnection = 4
        limits.outputBytes = 1000
        return limits
    }

    static let request = (Event.requestCompleted(isPersistent: true), Action.nothing)
    static let lastRequest = (Event.requestCompleted(isPersistent: false), Action.nothing)
    static let answered = (Event.answered, Action.nothing)
    static let sent = (Event.flushed(sent: 300, waiting: 0), Action.nothing)

    @Test(arguments: ordinary + blocked + endings + timeouts + draining)
    func eventsProduceTheExpectedActions(_ example: Case) {
        var state = ConnectionState(limits: Self.limits)
        for (index, step) in example.steps.enumerated() {
            #expect(state.apply(step.event) == step.action, "step \(index): \(step.event)")
        }
        #expect(state.deadline.kind == example.deadline)
        #expect(state.wantsInput == example.wantsInput)
    }

    static let ordinary = [
        Case("new connection", [], deadline: .idle, wantsInput: true),
        Case("incomplete head", [(.requestBegan, .nothing)], deadline: .header, wantsInput: true),
        Case("incomplete body", [(.headCompleted, .nothing)], deadline: .body, wantsInput: true),
        Case("request in flight", [request], deadline: .none, wantsInput: true),
        Case("answered request", [request, answered, sent], deadline: .idle, wantsInput: true),
        Case("maximum of requests in flight", [request, request], deadline: .none, wantsInput: false),
        Case("one of them is answered", [request, request, answered, sent], deadline: .none, wantsInput: true),
        Case(
            "next request begins before the response",
            [request, (.requestBegan, .nothing)],
            deadline: .header,
            wantsInput: true
        ),
        Case(
            "maximum of requests per connection",
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
            "waiting output",
            [request, answered, (.flushed(sent: 1, waiting: 500), .nothing)],
            deadline: .writeStall,
            wantsInput: true
        ),
        Case(
            "too much waiting output",
            [request, answered, (.flushed(sent: 1, waiting: 1001), .nothing)],
            deadline: .writeStall,
            wantsInput: false
        ),
        Case(
            "output is sent",
            [
                request, answered, (.flushed(sent: 1, waiting: 2000), .nothing),
                (.flushed(sent: 2000, waiting: 0), .nothing),
            ],
            deadline: .idle,
            wantsInput: true
        ),
        Case(
            "client does not read",
            [request, answered, (.flushed(sent: 1, waiting: 500), .nothing), (.timedOut, .cut(.stalled))],
            deadline: .none,
            wantsInput: false
        ),
    ]

    static let endings = [
        Case(
            "client closes an idle connection",
            [(.inputEnded, .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client closes within a head",
            [(.requestBegan, .nothing), (.inputEnded, .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client closes its output and awaits the response",
            [request, (.inputEnded, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client that closed its output is answered",
            [request, (.inputEnded, .nothing), answered, (.flushed(sent: 1, waiting: 0), .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client closes during a stream",
            [request, (.streamBegan(isFramed: true), .nothing), (.inputEnded, .cut(.gone))],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client closes during a long poll",
            [request, request, (.pipelinePaused, .nothing), (.inputEnded, .cut(.gone))],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client closes its output after a long poll",
            [request, (.pipelinePaused, .nothing), answered, request, (.inputEnded, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client closes its output after a stream",
            [request, (.streamBegan(isFramed: true), .nothing), answered, request, (.inputEnded, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client sends Connection: close",
            [lastRequest, answered, (.flushed(sent: 1, waiting: 0), .closeOutput)],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "client closes after its last response",
            [
                lastRequest, answered, (.flushed(sent: 1, waiting: 0), .closeOutput),
                (.inputEnded, .close),
            ],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "client does not close after its last response",
            [lastRequest, answered, (.flushed(sent: 1, waiting: 0), .closeOutput), (.timedOut, .cut(.lingering))],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "invalid request is answered after earlier ones",
            [
                request, (.requestRefused, .nothing), answered, (.flushed(sent: 1, waiting: 0), .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "unframed stream ends by closing",
            [
                request, (.streamBegan(isFramed: false), .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "events after the close are ignored",
            [(.inputEnded, .close), (.timedOut, .nothing)],
            deadline: .none,
            wantsInput: false
        ),
    ]

    static let timeouts = [
        Case("idle timeout", [(.timedOut, .cut(.idle))], deadline: .none, wantsInput: false),
        Case(
            "slow head",
            [(.requestBegan, .nothing), (.timedOut, .refuseSlowRequest(inBody: false)), (.requestRefused, .nothing)],
            deadline: .none,
            wantsInput: true
        ),
        Case(
            "slow body",
            [(.headCompleted, .nothing), (.timedOut, .refuseSlowRequest(inBody: true))],
            deadline: .body,
            wantsInput: true
        ),
        Case(
            "slow response has no timeout",
            [request, (.timedOut, .nothing)],
            deadline: .none,
            wantsInput: true
        ),
    ]

    static let draining = [
        Case(
            "shutdown of an idle connection",
            [(.ending, .nothing), (.drained, .nothing)],
            deadline: .idle,
            wantsInput: true
        ),
        Case(
            "shutdown: no request arrives",
            [(.ending, .nothing), (.drained, .nothing), (.graceEnded, .close)],
            deadline: .none,
            wantsInput: false
        ),
        Case(
            "shutdown: a request arrives",
            [
                (.ending, .nothing), (.drained, .nothing), request, (.graceEnded, .nothing), answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "shutdown with waiting output",
            [
                request, answered, (.flushed(sent: 1, waiting: 500), .nothing), (.ending, .nothing),
                (.drained, .nothing),
                (.graceEnded, .nothing), (.flushed(sent: 500, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case("shutdown with a request in flight", [request, (.drained, .nothing)], deadline: .none, wantsInput: true),
        Case(
            "shutdown: the request in flight is answered",
            [request, (.drained, .nothing), answered, (.flushed(sent: 1, waiting: 0), .closeOutput)],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "shutdown within a head",
            [(.requestBegan, .nothing), (.drained, .nothing)],
            deadline: .header,
            wantsInput: true
        ),
        Case(
            "shutdown: the head is completed",
            [
                (.requestBegan, .nothing), (.ending, .nothing), (.drained, .nothing), request, answered,
                (.flushed(sent: 1, waiting: 0), .closeOutput),
            ],
            deadline: .linger,
            wantsInput: true
        ),
        Case(
            "shutdown: an unread request is read",
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
        var state = ConnectionState(limits: HTTPLimits())
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
