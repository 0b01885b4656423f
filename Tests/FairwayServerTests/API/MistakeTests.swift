import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import FairwayServer

/// A mistake of the app that appears at run time.
@Suite(.waiting)
struct MistakeTests {
    private static let sentence =
        "no-responder: neither Harbour nor a flow above it has a route on(event: Harbour.Hail.self)."

    @Test func clientGetsTheGeneralSentenceAndOperatorsTheCause() async throws {
        let harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        let path = "/v1/sessions/\(begun.session)/actions"
        let reply = try await harbour.send(.post, path, #"{"action":"hailNobody"}"#, token: begun.token)
        #expect(reply.status == 500)
        let problem = try JSON.decode(Problem.self, from: reply.body)
        #expect(problem.code == .flowFailed)
        #expect(problem.title == ProblemCode.flowFailed.title)
        #expect(problem.detail == nil)
        #expect(!String(decoding: reply.body, as: UTF8.self).contains("Hail"))

        #expect(harbour.log.contains { $0.contains("flow-failed") && $0.contains(Self.sentence) }, "\(harbour.log)")
        await harbour.operators.flush()
        let detail = try await harbour.send(.get, "/v1/admin/sessions/\(begun.session)")
        let document = try JSON.decode(SessionDetailDocument.self, from: detail.body)
        #expect(document.incidents.map(\.code) == ["flow-failed"])
        #expect(document.incidents.map(\.cause) == [Self.sentence])
    }

    @Test func testerAndExplorerShowTheCause() async throws {
        let app = App(initial: Hailing())
        let tester = try await FlowTester(Hailing(), in: app)
        let problem = await #expect(throws: Problem.self) { try await tester.send(.hail, on: Hailing.Page.self) }
        #expect(problem?.detail?.contains("Hailing nor a flow above it has a route on(event:") == true)
        var explorer = try await Explorer(app, startingWith: nil, on: Device(), doesJobs: false)
        let fault = try await explorer.explore(steps: 5).findings.first?.fault
        guard case .failed(.flowFailed, let cause?) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(cause.contains("Hailing nor a flow above it has a route on(event:"))
    }
}

private struct Hailing: FlowController {
    static let name = "Hailing"
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { _, _, nav in nav.raise(Harbour.Hail()) } }

    struct Page: Screen {
        static let name = "Hailing.Page"
        enum Action: Codable { case hail }
    }
}
