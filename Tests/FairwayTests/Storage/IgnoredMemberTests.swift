import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import Testing

@testable import Fairway

/// A build that no longer has a stored property says so, instead of losing it silently.
struct IgnoredMemberTests {
    private let deploy = Deploy()

    @Test func renamedPropertyOfAFlowIsFoundByCheck() async throws {
        let old = try deploy.engine(Claim())
        for _ in 0..<3 { _ = try await old.start(StartRequest(flow: "Claim")).state() }
        _ = try await old.start().state()
        let report = try await deploy.operators(RenamedClaim()).check()
        #expect(report.ignored == [member("policy"): 3])
        #expect(report.defaulted == [member("contract"): 3])
        #expect(report.replacements(of: member("policy")) == [member("contract")])
        #expect(!report.isClean)
        #expect(report.stranded.isEmpty)
    }

    @Test func addedPropertyIsReportedWithoutFailing() async throws {
        _ = try await deploy.start(Claim(), Stage(.show("x")))
        let report = try await deploy.operators(LargerClaim()).check()
        #expect(report.ignored.isEmpty)
        #expect(report.defaulted == [member("phone"): 1])
        #expect(report.isClean)
    }

    @Test func sameBuildIgnoresNothing() async throws {
        _ = try await deploy.start(Claim(), Stage(.show("x")))
        let report = try await deploy.operators(Claim()).check()
        #expect(report.ignored.isEmpty && report.defaulted.isEmpty && report.isClean)
    }

    @Test func retiredPropertyIsNotReported() async throws {
        _ = try await deploy.start(Claim(), Stage(.show("x")))
        #expect(try await deploy.operators(RetiringClaim()).check().isClean)
        #expect(try await deploy.operators(MigratedClaim()).check().ignored.isEmpty)
    }

    @Test func propertyOfANestedValueAndOfAScreenAreFound() async throws {
        _ = try await deploy.start(Claim(items: [Item(price: 1), Item(price: 2)]), Stage(.show("x")))
        let report = try await deploy.operators(OtherClaim()).check()
        #expect(
            report.ignored == [
                member("items/*/price"): 1,
                StoredMember(type: StoredType(.screen, "Claim.Page"), path: "heading"): 1,
            ]
        )
        #expect(Set(report.defaulted.keys) == [member("items/*/cost")])
    }

    @Test func flowOfATabThatWasNeverSelectedIsChecked() async throws {
        let store = MemoryStore()
        func operators(_ claim: some FlowController) throws -> Operators {
            try Operators(
                App(initial: Tabs()) {
                    Flow(Puppet())
                    Flow(claim)
                },
                store: store
            )
        }
        _ = try await operators(Claim()).engine.start().state()
        #expect(try await operators(RenamedClaim()).check().ignored == [member("policy"): 1])
    }

    /// A member that a type writes and never reads, such as one for its clients, is not lost.
    @Test func memberThatIsWrittenAgainIsNotReported() async throws {
        _ = try await deploy.start(Counted(), Stage(.show("x")))
        #expect(try await deploy.operators(Counted()).check().isClean)
    }

    @Test func serverWarnsOnceAboutAType() async throws {
        let old = try deploy.engine(Claim())
        var sessions: [String] = []
        for _ in 0..<3 { sessions.append(try await old.start(StartRequest(flow: "Claim")).state().session) }
        let engine = try deploy.engine(RenamedClaim())
        let warnings = Mutex<[String]>([])
        let early = try await engine.state(sessions[0], by: Caller(.app)).state()
        engine.reportIgnoredMembers { warning in warnings.withLock { $0.append(warning) } }
        for session in sessions { _ = try await engine.state(session, by: Caller(.app)).state() }
        #expect(early.revision == 1)
        let expected = """
            A stored value of the flow Claim has “policy”, which this build ignores. It lacks “contract”, which looks like a \
            rename. Convert it in `migrate` under a new `version`, or list it in `retired`.
            """
        #expect(warnings.withLock(\.self) == [expected])
    }

    private func member(_ path: String) -> StoredMember { StoredMember(type: StoredType(.flow, "Claim"), path: path) }
}

private struct Item: Codable, Hashable { var price = 0 }

private protocol ClaimBuild: FlowController where Output == Done {}

extension ClaimBuild {
    static var name: String { "Claim" }
    func start(_ nav: Navigator<Self>) { nav.show(ClaimPage()) }
    @RoutesBuilder<Self> static var routes: Routes<Self> { screen(ClaimPage.self) }
}

private struct Claim: ClaimBuild {
    var policy = "P-1"
    var items: [Item] = []
}

private struct RenamedClaim: ClaimBuild {
    var contract = ""
    var items: [Item] = []
}

private struct LargerClaim: ClaimBuild {
    var policy = ""
    var items: [Item] = []
    var phone: String?
}

private struct RetiringClaim: ClaimBuild {
    static let retired = ["policy"]
    var items: [Item] = []
}

private struct MigratedClaim: ClaimBuild {
    static let version = 2
    var items: [Item] = []
}

private struct OtherClaim: FlowController {
    static let name = "Claim"
    typealias Output = Done
    struct Item: Codable { var cost: Int? }
    var policy = ""
    var items: [Item] = []
    func start(_ nav: Navigator<Self>) { nav.show(OtherPage()) }
    static var routes: Routes<Self> { screen(OtherPage.self) }
}

private struct ClaimPage: Screen {
    static let name = "Claim.Page"
    var text = ""
    var heading = "Claim"
}

private struct OtherPage: Screen {
    static let name = "Claim.Page"
    var text = ""
}

private struct Tabs: FlowController {
    func start(_ nav: Navigator<Self>) {
        nav.showTabs {
            Tab("home", title: "Home", Puppet(.show("H")), ignoringResult: true)
            Tab("claim", title: "Claim", Claim())
        }
    }
}

private struct Counted: FlowController {
    typealias Output = Done
    var items: [Int] = []

    enum CodingKeys: CodingKey { case items, count }

    init() {}
    init(from decoder: any Decoder) throws {
        items = try decoder.container(keyedBy: CodingKeys.self).decode([Int].self, forKey: .items)
    }
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(items, forKey: .items)
        try members.encode(items.count, forKey: .count)
    }

    func start(_ nav: Navigator<Self>) { nav.show(ClaimPage()) }
    static var routes: Routes<Self> { screen(ClaimPage.self) }
}
