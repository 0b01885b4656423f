import Dispatch
import Fairway
import Testing

/// Neither the engine nor an app's code may occupy the actor that calls the engine.
struct CallersActorTests {
    @Test @MainActor func appCodeRunsOffTheMainActor() async throws {
        DispatchQueue.main.setSpecific(key: mainQueue, value: ())
        let app = App(initial: Outpost()) {}
        let engine = try Engine(app, store: MemoryStore())
        let caller = Caller(.app)
        let started = await engine.start(StartRequest(flow: "Outpost"))
        let session = try #require(started.session)
        let look = Change.action(name: "look", params: nil, screen: nil, draft: nil)
        let answer = await engine.perform(look, on: session, by: caller)
        #expect(isOnMainQueue())
        let shown = String(decoding: answer.body, as: UTF8.self)
        #expect(shown.contains(#""started":false,"looked":false,"shown":false"#), "\(shown)")
    }
}

/// Records for each part of a flow whether it ran on the main queue.
private struct Outpost: FlowController {
    typealias Output = Never

    func start(_ nav: Navigator<Self>) async throws {
        nav.show(Post(started: isOnMainQueue(), looked: true))
    }

    static var routes: Routes<Self> {
        on(Post.self) { _, _, nav in
            let looked = isOnMainQueue()
            nav.update(Post.self) { $0.looked = looked }
        }
    }
}

private struct Post: Screen {
    var started: Bool
    var looked: Bool

    enum Action: String, Codable, Sendable { case look }

    struct ViewModel: Codable, Sendable {
        let started: Bool
        let looked: Bool
        let shown: Bool
    }

    func viewModel(in context: ScreenContext) async throws -> ViewModel {
        ViewModel(started: started, looked: looked, shown: isOnMainQueue())
    }
}

private let mainQueue = DispatchSpecificKey<Void>()

private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueue) != nil }
