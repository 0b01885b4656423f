import Fairway

/// A claim, from the report to the insurer's decision. The initial flow has no `Output`, so it cannot finish.
struct Claim: FlowController {
    var number = ""
    var progress = Progress.sending

    enum Progress: String, Codable { case sending, filed, failed, approved, declined }

    func start(_ nav: Navigator<Self>) { nav.show(Welcome()) }

    static var routes: Routes<Self> {
        on(Welcome.self) { flow, action, nav in
            switch action {
            case .reportButtonPressed: nav.start(ReportDamage(), as: .modal)
            }
        }
        on(finishOf: ReportDamage.self) { flow, damage, nav in
            flow.number = "C-\(Int.random(in: 1_000_000_000...9_999_999_999))"
            try await nav.bind(.claim(flow.number))
            nav.run(FileClaim(number: flow.number, damage: damage))
            nav.show(Status.self, as: .root)
        }
        shows(Status.self) { flow in Status(number: flow.number, progress: flow.progress) }
        on(completion: FileClaim.self) { flow, done, nav in
            if flow.progress == .sending { flow.progress = .filed }
        }
        on(failure: FileClaim.self) { flow, failure, nav in
            if flow.progress == .sending { flow.progress = .failed }
        }
        on(signal: ClaimDecided.self) { flow, decision, nav in
            flow.progress = decision.approved ? .approved : .declined
        }
    }
}

extension Claim {
    struct Welcome: Screen {
        static let title = "Your insurance"

        enum Action: Codable { case reportButtonPressed }

        static var controls: Controls<Self> { Control(.reportButtonPressed, "Report damage", role: .primary) }
    }

    struct Status: Screen {
        static let title = "Your claim"
        var number: String
        var progress: Progress
    }
}
