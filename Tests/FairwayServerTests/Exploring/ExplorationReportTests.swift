import FairwayWire
import Testing

@testable import FairwayServer

struct ExplorationReportTests {
    private let catalog = Catalog(
        screens: ["A.First", "A.Second"].map { name in
            Catalog.Screen(
                name: name,
                title: nil,
                version: 1,
                about: "",
                presentation: .push,
                viewModel: [:],
                actions: ["go": [:]],
                controls: [],
                examples: []
            )
        }
    )

    private var exploration: Exploration {
        var exploration = Exploration(catalog)
        (exploration.steps, exploration.sessions, exploration.reached) = (5, 2, ["A.First"])
        exploration.record(.changed, at: "A.First.go", ["start A"])
        return exploration
    }

    @Test func outputOutsideATerminalIsPlainLines() {
        let report = ExplorationReport(exploration, terminal: nil)
        #expect(
            report.lines == [
                "A.First.go: the session differs after it is read back from the store", "    by: start A",
                "screens not reached: A.Second", "actions not tried: A.First.go, A.Second.go",
                "5 steps in 2 sessions: 1 of 2 screens seen, 0 of 2 actions tried, 1 fault found",
            ]
        )
    }

    @Test func terminalShowsBarsOfCoverage() {
        let terminal = OutputTerminal(columns: 28, isStyled: false)
        let report = ExplorationReport(exploration, terminal: terminal)
        #expect(
            report.lines.suffix(7) == [
                "screens not reached:", "  A.Second", "actions not tried on reached screens:", "  A.First  go",
                "Screens  █████░░░░░░  1 of 2", "Actions  ░░░░░░░░░░░  0 of 2",
                "5 steps in 2 sessions, 1 fault found; not everything was reached",
            ]
        )
        let styled = ExplorationReport(exploration, terminal: OutputTerminal(columns: 28, isStyled: true))
        #expect(styled.lines[0].hasPrefix("\u{1B}[31mA.First.go: "))
        #expect(styled.lines[6] == "Screens  \u{1B}[33m█████░░░░░░\u{1B}[0m  1 of 2")
        #expect(styled.lines[8].contains(", \u{1B}[31m1 fault found\u{1B}[0m"))
    }

    @Test func successIsGreenOnlyIfEverythingWasReached() throws {
        let terminal = OutputTerminal(columns: 28, isStyled: true)
        var exploration = Exploration(catalog, counting: ["A.First"])
        exploration.reached = ["A.First"]
        let some = ExplorationReport(exploration, terminal: terminal).lines.last
        #expect(some?.hasSuffix(", \u{1B}[33m0 faults found\u{1B}[0m; not everything was reached") == true)
        let page = ScreenDocument(
            id: "s1",
            name: "A.First",
            flow: "A",
            version: 1,
            presentation: .push,
            back: false,
            viewModel: try RawJSON(encoding: JSONObject()),
            actions: ["go"]
        )
        exploration.record(nil, to: .action("go", page), ["start A"])
        let all = ExplorationReport(exploration, terminal: terminal).lines.last
        #expect(all?.hasSuffix(", \u{1B}[32m0 faults found\u{1B}[0m") == true)
        exploration.count(["A.Second"])
        #expect(exploration.unreached == ["A.Second"])
    }

    @Test func progressIsPaddedToTheWidthOfTheTerminal() {
        let bytes = ProgressLine(columns: 44).bytes(exploration, of: 900)
        #expect(String(decoding: bytes, as: UTF8.self) == "5 of 900 steps, 1 of 2 screens, 1 fault    \r")
        let narrow = ProgressLine(columns: 6).bytes(exploration, of: 900)
        #expect(String(decoding: narrow, as: UTF8.self) == "5 of \r")
        #expect(String(decoding: ProgressLine(columns: 4).clearing, as: UTF8.self) == "   \r")
    }

    @Test(arguments: [(0, 0, "████"), (0, 3, "░░░░"), (2, 3, "██░░"), (3, 3, "████"), (999, 1_000, "███░")])
    func barIsFullOnlyIfEverythingWasReached(reached: Int, all: Int, bar: String) {
        #expect(Exploration.Coverage(reached: reached, all: all).bar(width: 4) == bar)
    }
}
