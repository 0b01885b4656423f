import Fairway
import Foundation
import Synchronization

/// Stalls in each way that a handler can. Shows that other sessions are not delayed.
struct Stall: FlowController {
    typealias Output = Done

    static let title = "Stalls"

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .blockButtonPressed(let seconds): blockThread(seconds)
            case .computeButtonPressed(let seconds):
                let end = ContinuousClock.now + .seconds(seconds)
                while ContinuousClock.now < end {}
            case .waitButtonPressed(let seconds): try await Task.sleep(for: .seconds(seconds))
            case .trapButtonPressed: preconditionFailure("trapButtonPressed was pressed")
            }
            nav.update(Page.self) { $0.count += 1 }
        }
    }

    /// Swift forbids `Thread.sleep` in asynchronous code, but not in a synchronous function that it calls.
    private static func blockThread(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}

extension Stall {
    /// The number of stalls, with actions that stall.
    struct Page: Screen {
        static let title = "Stalls"

        var count = 0

        enum Action: Codable {
            case blockButtonPressed(seconds: Double)
            /// Computes without a pause.
            case computeButtonPressed(seconds: Double)
            /// Suspends.
            case waitButtonPressed(seconds: Double)
            /// Ends the process.
            case trapButtonPressed
        }

        static var actions: [String]? {
            let stalls = ["blockButtonPressed", "computeButtonPressed", "waitButtonPressed"]
            return Samples.offersTraps.load(ordering: .relaxed) ? stalls + ["trapButtonPressed"] : stalls
        }

        static var controls: Controls<Self> {
            Control(Action.blockButtonPressed, "Block the thread") { seconds in
                Field(seconds, "Duration", .range(0...30), .unit("s"))
            }
            Control(Action.computeButtonPressed, "Compute") { seconds in
                Field(seconds, "Duration", .range(0...30), .unit("s"))
            }
            Control(Action.waitButtonPressed, "Wait") { seconds in
                Field(seconds, "Duration", .range(0...30), .unit("s"))
            }
            if Samples.offersTraps.load(ordering: .relaxed) {
                Control(.trapButtonPressed, "End the process", role: .destructive)
            }
        }

        static let about = "How often the flow has stalled."
        static let examples = [Page(), Page(count: 3)]
    }
}
