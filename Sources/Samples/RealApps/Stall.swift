import Fairway
import Foundation

/// Takes its time in each way that a handler can, so that one can see that nobody else waits for it.
struct Stall: FlowController {
    typealias Output = Done

    private static let mostSeconds = 30.0

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .blockButtonPressed(let seconds):
                try check(seconds, nav)
                blockThread(seconds)
            case .computeButtonPressed(let seconds):
                try check(seconds, nav)
                let end = ContinuousClock.now + .seconds(seconds)
                while ContinuousClock.now < end {}
            case .waitButtonPressed(let seconds):
                try check(seconds, nav)
                try await Task.sleep(for: .seconds(seconds))
            }
            nav.update(Page.self) { $0.count += 1 }
        }
    }

    /// Swift lets no asynchronous code do so by itself, but call what does.
    private static func blockThread(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    private static func check(_ seconds: Double, _ nav: Navigator<Self>) throws {
        guard (0...mostSeconds).contains(seconds) else {
            try nav.reject(FieldError("/params/seconds", "A handler stalls for 30 seconds at most."))
        }
    }
}

extension Stall {
    /// How often it has stalled, and ways to stall.
    struct Page: Screen {
        var count = 0

        enum Action: Codable {
            /// Blocks the handler's thread.
            case blockButtonPressed(seconds: Double)
            /// Keeps the handler's thread busy.
            case computeButtonPressed(seconds: Double)
            /// Awaits.
            case waitButtonPressed(seconds: Double)
        }

        static let about = "How often the flow has stalled."
        static let examples = [Page(), Page(count: 3)]
    }
}
