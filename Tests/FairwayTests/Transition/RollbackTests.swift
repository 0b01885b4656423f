import Fairway
import FairwayTesting
import Testing

/// A failed change leaves the session unchanged, which the tester checks.
struct RollbackTests {
    @Test(arguments: failures)
    func failedChangeHasNoEffects(_ failure: Failing) async throws {
        let tester = try await FlowTester(
            playing: Puppet(.show("A"), .schedule("early", seconds: 60, id: "timer"), .work("errand"))
        )
        let (timers, flow) = (tester.timers, tester.flow)
        let doing = Doing.perform(
            [
                .remember("changed"), .rename("B"), .show("C"), .toast("hello"),
                .schedule("late", seconds: 5, id: "timer"),
                .cancel(id: "timer"), .work("another"), .start(Puppet(.show("D"))), .question("E"),
            ] + failure.commands
        )
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(doing, draft: ["typed": true])
        }
        #expect(problem?.code == failure.code)
        #expect(tester.picture == "[A]")
        #expect(tester.flow == flow)
        #expect(tester.timers == timers)
        #expect(try tester.pending(Errand.self) == [Errand(text: "errand")])
        #expect(tester.effects.isEmpty)
        #expect(tester.journal.map(\.kind) == ["start"])
        // The user's input is kept.
        #expect(tester.state.screen?.draft?.description == #"{"typed":true}"#)
        #expect(tester.state.revision == 1)
    }

    struct Failing: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var commands: [Command]
        var code: ProblemCode

        init(_ name: String, _ commands: Command..., code: ProblemCode) {
            (testDescription, self.commands, self.code) = (name, commands, code)
        }
    }

    private static let failures = [
        Failing("a handler throws", .fail, code: .flowFailed),
        Failing("a handler refuses", .reject, code: .rejected),
        Failing("an impossible operation", .select("none"), code: .flowFailed),
        Failing("nobody hears", .backToLandmark, code: .cannotGoBack),
        Failing("a started flow fails", .start(Puppet(.show("F"), .fail)), code: .flowFailed),
        Failing("a started flow shows nothing", .start(Puppet()), code: .flowFailed),
        Failing(
            "a result's handler fails",
            .start(Puppet(.start(Puppet(.finish("x"))), onFinish: [.fail])),
            code: .flowFailed
        ),
    ]

    @Test func thrownErrorsAppearInTheLogOnly() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        let sent = try JSON.decode(JSONValue.self, from: JSON.encode(Doing.perform([.fail])))
        let params = JSONValue.object(["value": sent["perform"]?["_0"] ?? .null])
        let answer = await tester.engine.perform(
            .action(name: "perform", params: try RawJSON(encoding: params), screen: nil, draft: nil),
            on: tester.session,
            by: Caller(.app)
        )
        #expect(answer.status == 500)
        #expect(answer.cause == "Failure()")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("Failure()"))
    }

    @Test func failedEventHandlerLeavesTheTimerDue() async throws {
        let tester = try await FlowTester(
            playing: Puppet(.show("A"), .schedule("boom", seconds: 5, id: nil), onShout: [.rename("B"), .fail])
        )
        await #expect(throws: Problem.self) { try await tester.advance(by: .seconds(10)) }
        #expect(tester.picture == "[A]")
        #expect(tester.timers.map(\.name) == ["Shout"])
    }
}
