import Fairway
import FairwayTesting
import Testing

/// A store for another database needs what ``GreetingStore`` has, and nothing for operators.
struct GreetingStoreTests {
    @Test(arguments: StoreContract.promises)
    func keeps(_ promise: StoreContract.Promise) async throws {
        try await promise.check { GreetingStore() }
    }

    @Test func servesAnEngine() async throws {
        struct Greeting: FlowController {
            struct Page: Screen {
                var text = "Hello"
            }

            static var routes: Routes<Self> { screen(Page.self) }

            func start(_ nav: Navigator<Self>) { nav.show(Page()) }
        }
        let engine = try Engine(App(initial: Greeting()), store: GreetingStore())
        let answer = await engine.start()
        #expect(answer.status == 201, "\(answer.cause ?? "")")
    }
}
