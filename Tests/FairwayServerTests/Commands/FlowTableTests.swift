import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

struct FlowTableTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)

    @Test func otherProgramsGetALineForEachFlow() {
        let flows = [
            flow(path: "Home/Imperio/EditProfile", screen: "EditProfile.Form"), flow(path: "Home", screen: nil),
        ]
        let table = FlowTable(fitting: flows, on: nil, now: Self.now)
        #expect(
            [table.heading] + table.lines(flows) == [
                "SESSION  PATH                      SCREEN            FRONT  IDLE  STARTED  DEVICE",
                "5p0d     Home/Imperio/EditProfile  EditProfile.Form  yes    59s   2h       phone",
                "5p0d     Home                      -                 yes    59s   2h       phone",
            ]
        )
    }

    @Test func terminalGetsAGroupForEachSession() {
        let flows = [
            flow(path: "Home/Tutorial", screen: "Tutorial.Page1"),
            flow(path: "Home", screen: "Home.Page", session: "6q1e"), flow(path: "Home", screen: nil, depth: 0),
        ]
        let table = FlowTable(fitting: flows, on: OutputTerminal(columns: 80, isStyled: false), now: Self.now)
        #expect(
            [table.heading] + table.lines(flows) == [
                "  PATH           SCREEN          FRONT  IDLE  STARTED",
                "5p0d  phone",
                "  Home           -               yes    59s   2h",
                "  Home/Tutorial  Tutorial.Page1  yes    59s   2h",
                "6q1e  phone",
                "  Home           Home.Page       yes    59s   2h",
            ]
        )
        let styled = FlowTable(fitting: flows, on: OutputTerminal(columns: 80, isStyled: true), now: Self.now)
        #expect(styled.lines(flows)[0] == "\u{1B}[1m5p0d  phone\u{1B}[0m")
    }

    @Test(arguments: 20...90)
    func linesFitTerminalWidth(width: Int) {
        let flows = [flow(path: "Home/Imperio/EditProfile", screen: "EditProfile.Form")]
        let table = FlowTable(fitting: flows, on: OutputTerminal(columns: width, isStyled: false), now: Self.now)
        for line in [table.heading] + table.lines(flows) { #expect(line.count <= width, "\(line)") }
    }

    @Test func pathAndScreenAreTruncatedBeforeColumnsAreDropped() {
        let flows = [flow(path: "Home/Imperio/EditProfile", screen: "EditProfile.Form")]
        let table = FlowTable(fitting: flows, on: OutputTerminal(columns: 50, isStyled: false), now: Self.now)
        #expect(
            [table.heading] + table.lines(flows) == [
                "  PATH          SCREEN        FRONT  IDLE  STARTED", "5p0d  phone",
                "  Home/Imperi…  EditProfile…  yes    59s   2h",
            ]
        )
        let narrow = FlowTable(fitting: flows, on: OutputTerminal(columns: 40, isStyled: false), now: Self.now)
        #expect(narrow.heading == "  PATH          SCREEN        FRONT")
    }

    @Test(arguments: [
        (0.0, "0s"), (59, "59s"), (60, "1m"), (3_599, "59m"), (86_399, "23h"), (200_000, "2d"), (-5, "0s"),
    ])
    func ageIsShownInLargestUnit(seconds: Double, text: String) {
        let flows = [flow(path: "A", screen: "B", touched: seconds)]
        let table = FlowTable(fitting: flows, on: nil, now: Self.now)
        #expect(table.lines(flows)[0].split(separator: " ")[4] == text)
    }

    private func flow(
        path: String,
        screen: String?,
        session: String = "5p0d",
        depth: Int = 2,
        touched seconds: Double = 59
    ) -> FlowDocument {
        FlowDocument(
            session: session,
            id: "f1",
            flow: "EditProfile",
            version: 1,
            parent: nil,
            depth: depth,
            path: path,
            screen: screen,
            front: true,
            startedAt: Self.now.addingTimeInterval(-7_300),
            touchedAt: Self.now,
            userActedAt: Self.now.addingTimeInterval(-seconds),
            device: DeviceDocument(idiom: .phone)
        )
    }
}
