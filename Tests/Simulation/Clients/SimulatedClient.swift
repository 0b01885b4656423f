import Fairway
import FairwayDoubles
import FairwayWire
import Synchronization

/// A client with one session. It repeats requests that were lost, and sometimes old ones.
struct SimulatedClient {
    let simulation: Simulation
    let name: String
    var session = ""
    var credential = Caller.Credential.app
    var shown: StateDocument?
    /// Earlier requests with an idempotency key, to be repeated later.
    var answered: [ClientRequest] = []
    /// Earlier frontmost screens.
    var screens: [String] = []
    /// The last saved draft, until a change may have deleted it.
    var draft: (screen: String, content: RawJSON)?

    private static let mostSteps = 40

    init(_ number: Int, _ simulation: Simulation) {
        self.simulation = simulation
        name = "t\(number)"
    }

    var environment: SimulationEnvironment { simulation.environment }
    var dice: Dice { environment.dice }

    /// Starts a session and sends random requests while a follower reads its stream.
    mutating func run() async {
        guard await begin() else { return }
        let follower = StreamFollower(simulation, session)
        async let following: Void = follower.follow()
        for _ in 0..<dice.roll(5...Self.mostSteps) where environment.violation == nil {
            // Some pauses are long enough for the session to expire.
            if dice.chance(of: 3) { await environment.pause(dice.roll(1...(dice.chance(of: 20) ? 100_000 : 8_000))) }
            await step()
        }
        follower.stop()
        await following
    }

    private mutating func step() async {
        switch dice.roll(0...24) {
        case 0...10: await act()
        case 11, 12: await goBack()
        case 13: await ask(.select(container: nil, tab: "t\(dice.roll(0...2))"))
        case 14: await ask(.link("/flows/\(simulation.makeNumber() * 1_000)"))
        case 15: await ask(.refresh)
        case 16: await ask(.device(Device(idiom: dice.pick(Device.Idiom.allCases))))
        case 17: await signal()
        case 18, 19: await type()
        case 20: await look()
        case 21, 22: await repeatOne()
        case 23: await handOver()
        default: if dice.chance(of: 8) { await ask(.end(.ended)) } else { await look() }
        }
    }

    /// Creates a request for a change and sends it, sometimes several times concurrently.
    @discardableResult
    mutating func ask(_ change: Change, by credential: Caller.Credential? = nil, number: Int? = nil) async -> Answer? {
        let number = number ?? simulation.makeNumber()
        var request = ClientRequest(
            number: number,
            session: session,
            credential: credential ?? self.credential,
            change: change,
            key: dice.chance(of: 5) ? nil : "\(name)-\(number)"
        )
        if dice.chance(of: 8), let shown { request.revisions = [shown.revision - dice.roll(0...1)] }
        let copies = request.key == nil || !dice.chance(of: 4) ? 1 : dice.roll(2...3)
        let (simulation, sent) = (simulation, request)
        let answers = await withTaskGroup(of: Answer?.self, returning: [Answer].self) { group in
            for _ in 0..<copies { group.addTask { await simulation.resolve(sent) } }
            return await group.reduce(into: []) { answers, answer in if let answer { answers.append(answer) } }
        }
        if request.key != nil { answered.append(request) }
        for answer in answers where answer.code == nil { show(answer, to: change) }
        return answers.first
    }

    private mutating func act() async {
        let number = simulation.makeNumber()
        var commands = RandomFlowCommands(dice, number: number)
        let params = try? RawJSON(encoding: NumberedCommands(number: number, commands: commands.make()))
        let screen = dice.chance(of: 6) ? dice.pick(screens) : dice.chance(of: 2) ? shown?.screen?.id : nil
        let typed = dice.chance(of: 6) ? try? RawJSON(encoding: "typed \(number)") : nil
        draft = nil
        let answer = await ask(.action(name: "act", params: params, screen: screen, draft: typed), number: number)
        guard answer?.code == .rejected, let screen, let typed else { return }
        draft = (screen, typed)
        await look()
    }

    private mutating func goBack() async {
        draft = nil
        let stack = shown?.navigation?.screens.map(\.id) ?? []
        let typed = dice.chance(of: 4) ? try? RawJSON(encoding: dice.chance(of: 2) ? "stay" : "go") : nil
        if dice.chance(of: 3), let target = dice.pick(stack) {
            await ask(.back(screen: nil, to: target, draft: nil))
        } else {
            await ask(.back(screen: shown?.screen?.id, to: nil, draft: typed))
        }
    }

    private mutating func signal() async {
        let number = simulation.makeNumber()
        let params = try? RawJSON(encoding: NumberSignal(number: number))
        await ask(.signal(name: NumberSignal.name, params: params), by: .app, number: number)
    }

    /// Repeats an old request.
    private mutating func repeatOne() async {
        // If the request's answer was not stored, the request is performed now and may change the draft.
        draft = nil
        guard var request = dice.pick(answered) else { return }
        // A repeat uses the current token.
        if case .token = request.credential { request.credential = credential }
        _ = await simulation.resolve(request)
    }

    /// Saves a draft and checks that it is stored.
    private mutating func type() async {
        guard let screen = shown?.screen?.id, let content = try? RawJSON(encoding: "\(simulation.makeNumber())") else {
            return
        }
        draft = nil
        let (session, credential) = (session, credential)
        let delivery = await simulation.deliver { engine in
            await engine.setDraft(content, session, screen: screen, by: Caller(credential))
        }
        guard case .answered(nil) = delivery else { return }
        draft = (screen, content)
        await look()
    }

    /// Reads the session's state.
    mutating func look() async {
        let caller = Caller(credential)
        let answer = await simulation.retry {
            await simulation.deliver { await $0.state(session, by: caller) }.answer
        }
        guard let answer else { return }
        guard answer.code == nil, let document = try? JSON.decode(StateDocument.self, from: answer.body) else {
            return environment.violate("\(session) cannot be read: \(String(decoding: answer.body, as: UTF8.self))")
        }
        simulation.observations.see(document)
        environment.require(
            document.revision >= shown?.revision ?? 0,
            "\(session) was shown at \(shown?.revision ?? 0) and is read at \(document.revision)"
        )
        take(document)
    }

    /// Records the response to a change. If it is the next revision, checks that its moves lead to its navigation.
    private mutating func show(_ answer: Answer, to change: Change) {
        guard let document = try? JSON.decode(StateDocument.self, from: answer.body) else { return }
        if let shown, let before = shown.navigation, document.revision == shown.revision + 1,
            // A refresh without a difference returns the current state, which may come from another change.
            change.kind != "refresh"
        {
            environment.require(
                before.applying(document.moves, toward: document.navigation) == document.navigation,
                "the moves to revision \(document.revision) of \(session) do not lead there"
            )
        }
        take(document)
    }

    private mutating func take(_ document: StateDocument) {
        guard document.revision >= shown?.revision ?? 0 else { return }
        shown = document
        if let screen = document.screen {
            if screens.last != screen.id { screens.append(screen.id) }
            if let draft, draft.screen == screen.id {
                environment.require(
                    screen.draft == draft.content,
                    "the draft of \(screen.id) of \(session) is lost"
                )
            }
        }
    }
}
