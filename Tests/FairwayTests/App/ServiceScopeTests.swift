import FairwayTesting
import Synchronization
import TestWaits
import Testing

@testable import Fairway

@Suite(.waiting)
struct ServiceScopeTests {
    @Test(arguments: [
        (Service.Scope.app, [1, 1, 1]),
        (.session, [1, 1, 2]),
        (.transient, [1, 2, 3]),
    ])
    func aServiceLivesAsLongAsItsScope(_ scope: Service.Scope, _ seen: [Int]) async throws {
        let counter = Counter()
        let tester = try await FlowTester(Asking(), restoring: .never) {
            Service(Serial.self, scope: scope) { _ in Serial(number: counter.next()) }
        }
        for step in 0..<3 {
            // Evicting the session releases its services.
            if step == 2 { tester.engine.dropIdleSessions() }
            try await tester.send(.ask, on: Asking.Page.self)
        }
        #expect(tester.flow?.seen == seen)
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private struct Serial: Sendable { var number: Int }

    private struct Asking: FlowController {
        typealias Output = Done
        var seen: [Int] = []

        func start(_ nav: Navigator<Self>) { nav.show(Page()) }

        static var routes: Routes<Self> {
            on(Page.self) { flow, _, nav in try flow.seen.append(nav.dependencies[Serial.self].number) }
        }

        struct Page: Screen {
            enum Action: String, Codable { case ask }
        }
    }
}
