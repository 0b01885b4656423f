import Fairway
import Foundation

/// Stalls in each way that a handler can. Shows that other sessions are not delayed.
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

    /// Swift forbids `Thread.sleep` in asynchronous code, but not in a synchronous function that it calls.
    private static func blockThread(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    private static func check(_ seconds: Double, _ nav: Navigator<Self>) throws {
        guard (0...mostSeconds).contains(seconds) else {
            try nav.reject("seconds", "out-of-range", "A handler stalls for 30 seconds at most.")
        }
    }
}

extension Stall {
    /// The number of stalls, with actions that stall.
    struct Page: Screen {
        var count = 0

        enum Action: Codable {
            case blockButtonPressed(seconds: Double)
            /// Computes without a pause.
            case computeButtonPressed(seconds: Double)
            /// Suspends.
            case waitButtonPressed(seconds: Double)
        }

        static let about = "How often the flow has stalled."
        static let examples = [Page(), Page(count: 3)]
    }
}
