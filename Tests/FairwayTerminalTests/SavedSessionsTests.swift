import FairwayClient
import Foundation
import Testing

@testable import FairwayTerminal

struct SavedSessionsTests {
    @Test func sessionIsSavedUnderItsServerAndFlow() {
        var kept = SavedSessions()
        kept[place("a", "Tutorial")] = credentials("1")
        kept[place("a", nil)] = credentials("2")
        kept[place("a", "Tutorial")] = credentials("3")
        #expect(kept[place("a", "Tutorial")]?.session == "3")
        #expect(kept[place("a", nil)]?.session == "2")
        #expect(kept[place("b", "Tutorial")] == nil)
        kept[place("a", nil)] = nil
        #expect(kept.entries.count == 1)
    }

    @Test func oldestSessionIsDroppedAtTheLimit() {
        var kept = SavedSessions()
        for number in 0...SavedSessions.most { kept[place("\(number)", nil)] = credentials("\(number)") }
        #expect(kept.entries.count == SavedSessions.most)
        #expect(kept[place("0", nil)] == nil)
        #expect(kept[place("1", nil)] != nil)
    }

    @Test func fileIsReadableByItsOwnerOnly() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fairway-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = SavedSessionsFile(stateFolder: folder)
        #expect(file.read() == SavedSessions())
        for number in 1...2 { try file.change { $0[place("\(number)", nil)] = credentials("\(number)") } }
        #expect(file.read().entries.count == 2)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/fairway/play.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try Data("{".utf8).write(to: URL(filePath: "\(folder)/fairway/play.json"))
        #expect(file.read() == SavedSessions())
    }

    @Test func unwritableFolderIsReportedWithARemedy() {
        let failure = #expect(throws: SavedSessionsFile.Failure.self) {
            try SavedSessionsFile(stateFolder: "/dev/null").change { _ in }
        }
        #expect(failure?.description.contains("XDG_STATE_HOME") == true)
    }

    private func place(_ server: String, _ flow: String?) -> SavedSessions.Key {
        SavedSessions.Key(server: server, flow: flow)
    }

    private func credentials(_ session: String) -> RemoteSession.Credentials {
        RemoteSession.Credentials(session: session, token: "t")
    }
}
