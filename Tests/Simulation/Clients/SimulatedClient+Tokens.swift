import Fairway
import FairwayDoubles
import FairwayWire

/// Calls that return tokens.
extension SimulatedClient {
    /// The time during which a repeated request returns the same token, minus a margin.
    private static let repeatableMilliseconds = 500_000
    /// The validity of a handoff code, minus a margin.
    private static let usableMilliseconds = 200_000

    /// Starts a session. Returns false if that fails.
    mutating func begin() async -> Bool {
        for round in 0..<8 {
            guard let answer = await start(key: "start-\(name)-\(round)", isPlain: round > 2) else { return false }
            guard answer.code == nil else { continue }
            guard let document = try? JSON.decode(StateDocument.self, from: answer.body), let token = document.token
            else {
                environment.violate("a start response contains no token")
                return false
            }
            simulation.observations.see(document)
            simulation.add(document.session)
            (session, credential, shown) = (document.session, .token(token), document)
            let isStored = (try? environment.store.load(session)) != nil
            environment.require(isStored, "\(session) was started and is not stored")
            return true
        }
        return false
    }

    private func start(key: String, isPlain: Bool) async -> Answer? {
        var commands = RandomFlowCommands(dice, number: simulation.makeNumber())
        let opening = [.show("first", .automatic)] + (isPlain ? [] : commands.make())
        let request = StartRequest(RootFlow(opening: opening))
        let began = environment.clock.milliseconds
        var answers: [Answer] = []
        for _ in 0..<(dice.chance(of: 3) ? 2 : 1) {
            let answer = await simulation.retry {
                await simulation.deliver { engine in
                    await engine.start(request, key: RequestKey(key, fingerprint: key))
                }.answer
            }
            if let answer { answers.append(answer) }
        }
        if let first = answers.first, let last = answers.last, first.isKept, isSoon(began, Self.repeatableMilliseconds)
        {
            environment.require(first.body == last.body, "two starts with one key returned different responses")
        }
        answers.first.map { environment.history.note("started \($0.status)", $0.body) }
        return answers.last
    }

    /// Continues on another device.
    mutating func handOver() async {
        let (began, caller) = (environment.clock.milliseconds, Caller(credential))
        guard let code = await makeCode(caller) else { return }
        let keys = (0..<(dice.chance(of: 3) ? 2 : 1)).map { "take-\(name)-\(self.simulation.makeNumber())-\($0)" }
        let simulation = self.simulation
        let answers = await withTaskGroup(of: Answer?.self, returning: [Answer].self) { group in
            for key in keys {
                group.addTask {
                    await simulation.retry {
                        await simulation.deliver { engine in
                            await engine.takeHandoff(code, device: nil, key: RequestKey(key, fingerprint: key))
                        }.answer
                    }
                }
            }
            return await group.reduce(into: []) { answers, answer in if let answer { answers.append(answer) } }
        }
        let taken = answers.filter { $0.code == nil }.compactMap { try? JSON.decode(StateDocument.self, from: $0.body) }
        environment.require(taken.count <= 1, "a handoff code was redeemed twice")
        let isSoon = isSoon(began, Self.usableMilliseconds)
        guard let document = taken.first, let token = document.token else {
            let isOver = (try? environment.store.load(session))?.session.status == .over
            environment.require(
                isOver || !isSoon || environment.violation != nil,
                "a valid handoff code could not be redeemed"
            )
            // The token can no longer be requested, so the operator's credential is used from now on.
            credential = .app
            return
        }
        simulation.observations.see(document)
        simulation.observations.handOver(session, at: document.revision)
        await checkOld(caller, Caller(.token(token)))
        credential = .token(token)
        shown = document
    }

    private func makeCode(_ caller: Caller) async -> String? {
        var code: String?
        _ = await simulation.deliver { engine in
            do throws(EngineError) {
                code = try await engine.makeHandoff(session, by: caller).code
                return nil
            } catch {
                return error.answer
            }
        }
        return code
    }

    /// Checks that the old token is revoked and the new one is valid.
    private func checkOld(_ old: Caller, _ new: Caller) async {
        guard case .token = old.credential else { return }
        let refused = await simulation.retry { await simulation.deliver { await $0.state(session, by: old) }.answer }
        environment.require(
            refused?.code == .superseded || environment.violation != nil,
            "the token from before the handoff is still accepted"
        )
        let accepted = await simulation.retry { await simulation.deliver { await $0.state(session, by: new) }.answer }
        environment.require(accepted?.code == nil, "the token from the handoff is rejected")
    }

    /// Whether the clock differs from `began` by less than the given time. It may have been set, forward or back.
    private func isSoon(_ began: Int, _ milliseconds: Int) -> Bool {
        abs(environment.clock.milliseconds - began) < milliseconds
    }
}
