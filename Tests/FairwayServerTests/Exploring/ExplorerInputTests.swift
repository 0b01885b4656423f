import Fairway
import Testing

@testable import FairwayServer

/// The explorer starts flows with input that fits their schemas.
struct ExplorerInputTests {
    @Test func flowIsStartedWithGeneratedInput() async throws {
        let exploration = try await exploration(of: App(initial: Counter()) { Flow(Parcel()) })
        #expect(exploration.reached.isSuperset(of: ["Parcel.Page"]))
        let finding = try #require(exploration.findings.first { $0.step == "Parcel.Page.send" })
        #expect(finding.walk == [#"start Parcel {"code":"AB"}"#, "Parcel.Page.send"])
    }

    /// A refused start names the members at fault, and the others are kept.
    @Test func refusedInputIsFollowedByAnother() async throws {
        let exploration = try await exploration(of: App(initial: Counter()) { Flow(Fussy()) })
        #expect(exploration.reached.contains("Fussy.Page"))
    }
}

private struct Broken: Error {}

private struct Counter: FlowController {
    static let name = "Counter"
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { screen(Page.self) }

    struct Page: Screen { static let name = "Counter.Page" }
}

/// Starts only with input that its rules accept.
private struct Parcel: FlowController {
    static let name = "Parcel"
    typealias Output = Done

    struct Input: Codable { var code: String }

    init() {}
    init(_ input: Input) {}

    static var inputRules: Rules<Input> { Rule(\.code, .pattern("[A-Z]{2}")) }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { _, _, _ in throw Broken() } }

    struct Page: Screen {
        static let name = "Parcel.Page"
        enum Action: Codable { case send }
    }
}

/// Refuses most of what its rules accept.
private struct Fussy: FlowController {
    static let name = "Fussy"
    typealias Output = Done

    struct Input: Codable {
        var count: Int
        var isUrgent: Bool
    }

    init() {}
    init(_ input: Input) throws {
        guard input.count == 0 else { throw Refusal("count", .tooLarge, "Only none.") }
        guard !input.isUrgent else { throw Refusal("isUrgent", .notAnOption, "Not today.") }
    }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { screen(Page.self) }

    struct Page: Screen { static let name = "Fussy.Page" }
}
