import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

struct FlowTableTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)

    @Test func nothingIsTruncatedWithoutTerminal() {
        let flows = [
            flow(path: "Home/Imperio/EditProfile", screen: "EditProfile.Form"), flow(path: "Home", screen: nil),
        ]
        let table = FlowTable(fitting: flows, within: nil, now: Self.now)
        #expect(
            [table.heading] + flows.map(table.line) == [
                "SESSION  PATH                      SCREEN            FRONT  IDLE  STARTED  DEVICE",
                "5p0d     Home/Imperio/EditProfile  EditProfile.Form  yes    59s   2h       phone",
                "5p0d     Home                      -                 yes    59s   2h       phone",
            ]
        )
    }

    @Test(arguments: 20...90)
    func linesFitTerminalWidth(width: Int) {
        let flows = [flow(path: "Home/Imperio/EditProfile", screen: "EditProfile.Form")]
        let table = FlowTable(fitting: flows, within: width, now: Self.now)
        for line in [table.heading] + flows.map(table.line) { #expect(line.count <= width, "\(line)") }
    }

    @Test func pathAndScreenAreTruncatedBeforeColumnsAreDropped() {
        let flows = [flow(path: "Home/Imperio/EditProfile", screen: "EditProfile.Form")]
        let table = FlowTable(fitting: flows, within: 65, now: Self.now)
        #expect(
            [table.heading, table.line(flows[0])]
                == [
                    "SESSION  PATH          SCREEN        FRONT  IDLE  STARTED  DEVICE",
                    "5p0d     Home/Imperi…  EditProfile…  yes    59s   2h       phone",
                ]
        )
        let narrow = FlowTable(fitting: flows, within: 50, now: Self.now)
        #expect(narrow.heading == "SESSION  PATH          SCREEN        FRONT  IDLE")
    }

    @Test(arguments: [
        (0.0, "0s"), (59, "59s"), (60, "1m"), (3_599, "59m"), (86_399, "23h"), (200_000, "2d"), (-5, "0s"),
    ])
    func ageIsShownInLargestUnit(seconds: Double, text: String) {
        let flows = [flow(path: "A", screen: "B", touched: seconds)]
        let table = FlowTable(fitting: flows, within: nil, now: Self.now)
        #expect(table.line(flows[0]).split(separator: " ")[4] == text)
    }

    private func flow(path: String, screen: String?, touched seconds: Double = 59) -> AdminDocuments.Flow {
        AdminDocuments.Flow(
            session: "5p0d",
            id: "f1",
            flow: "EditProfile",
            version: 1,
            parent: nil,
            depth: 2,
            path: path,
            screen: screen,
            front: true,
            startedAt: Self.now.addingTimeInterval(-7_300),
            touchedAt: Self.now.addingTimeInterval(-seconds),
            device: AdminDocuments.Device(idiom: .phone)
        )
    }
}
