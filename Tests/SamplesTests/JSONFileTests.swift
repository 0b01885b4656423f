import Foundation
import Testing

@testable import Samples

/// The files of the samples' services.
final class JSONFileTests {
    private let url = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID())")
    private var folder: DataFolder { DataFolder(url: url) }

    deinit { try? FileManager.default.removeItem(at: url) }

    @Test func transfersSurviveRestart() async throws {
        let before = Ledger(in: folder)
        #expect(try await before.transfer(25, to: "Grace", id: "one", session: "s") == "T-1")
        let after = Ledger(in: folder)
        #expect(try await after.transfer(25, to: "Grace", id: "one", session: "s") == "T-1")
        #expect(try await after.transfer(25, to: "Grace", id: "two", session: "s") == "T-2")
        #expect(try await after.account(of: "s").balance == 950)
    }

    @Test func changesOfTwoWritersAreKept() async throws {
        let ledgers = [Ledger(in: folder), Ledger(in: folder)]
        let references = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await ledgers[number % 2].transfer(1, to: "Grace", id: "\(number)", session: "s")
                }
            }
            return try await group.reduce(into: Set<String>()) { if let reference = $1 { $0.insert(reference) } }
        }
        #expect(references == Set((1...100).map { "T-\($0)" }))
        for ledger in ledgers { #expect(try await ledger.account(of: "s").balance == 900) }
    }

    @Test func readerSeesChangeOfAnotherWriter() async throws {
        let (one, two) = (CabinInventory(in: folder), CabinInventory(in: folder))
        let (now, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 600))
        #expect(try await two.taken(on: "x", except: nil, at: now) == [])
        #expect(try await one.hold("201", on: "x", id: "a", replacing: nil, until: end, at: now))
        #expect(try await two.taken(on: "x", except: nil, at: now) == ["201"])
        #expect(try await !two.hold("201", on: "x", id: "b", replacing: nil, until: end, at: now))
        try await two.release("a")
        #expect(try await one.taken(on: "x", except: nil, at: now) == [])
    }

    @Test func damagedFileIsReportedAndKept() async throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let file = url.appending(path: "transfers.jsonl")
        try Data("{\n".utf8).write(to: file)
        let ledger = Ledger(in: folder)
        await #expect(throws: JSONFileFailure.self) {
            try await ledger.transfer(25, to: "Grace", id: "one", session: "s")
        }
        #expect(try Data(contentsOf: file) == Data("{\n".utf8))
    }

    @Test func changeIsAppended() async throws {
        let file = url.appending(path: "transfers.jsonl")
        let ledger = Ledger(in: folder)
        for id in 0..<3 { _ = try await ledger.transfer(1, to: "Grace", id: "\(id)", session: "s\(id)") }
        let before = try Data(contentsOf: file)
        _ = try await ledger.transfer(1, to: "Grace", id: "x", session: "s0")
        let after = try Data(contentsOf: file)
        #expect(after.starts(with: before))
        #expect(after.split(separator: UInt8(ascii: "\n")).count == 4)
    }

    @Test func partOfALineAfterAKillIsRemoved() async throws {
        let file = url.appending(path: "transfers.jsonl")
        _ = try await Ledger(in: folder).transfer(25, to: "Grace", id: "one", session: "s")
        let whole = try Data(contentsOf: file)
        try (whole + whole.dropLast(5)).write(to: file)
        let ledger = Ledger(in: folder)
        #expect(try await ledger.account(of: "s").balance == 975)
        #expect(try await ledger.transfer(25, to: "Grace", id: "two", session: "s") == "T-2")
        #expect(try await Ledger(in: folder).account(of: "s").balance == 950)
    }

    @Test func fileOfManyChangesIsWrittenAnew() async throws {
        let (inventory, reader) = (CabinInventory(in: folder), CabinInventory(in: folder))
        let (now, end) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 600))
        #expect(try await inventory.hold("201", on: "x", id: "kept", replacing: nil, until: end, at: now))
        for _ in 0..<600 {
            #expect(try await inventory.hold("202", on: "x", id: "a", replacing: nil, until: end, at: now))
            try await inventory.release("a")
        }
        let lines = try Data(contentsOf: url.appending(path: "cabins.jsonl")).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count < 1_100)
        #expect(try await reader.taken(on: "x", except: nil, at: now) == ["201"])
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        #expect(names == ["cabins.jsonl", "cabins.jsonl.lock"])
    }

    @Test func folderThatIsNotWritableIsReported() throws {
        try Data().write(to: url)
        var reports: [String] = []
        let path = url.appending(path: "readme/samples").path
        #expect(DataFolder.writable(at: path) { reports.append($0) }.url == nil)
        #expect(reports.count == 1 && reports.allSatisfy { $0.contains(path) })
        #expect(DataFolder.writable(at: url.path + "-new") { reports.append($0) }.url?.path == url.path + "-new")
        #expect(reports.count == 1)
    }

    @Test func ticketsHaveDistinctReferences() async throws {
        let office = TicketOffice(in: folder)
        var references: Set<String> = []
        for payment in 0..<50 { references.insert(try await office.issue(.example, payment: "\(payment)").reference) }
        #expect(references.count == 50)
        #expect(references.allSatisfy { $0.wholeMatch(of: /[A-HJ-NP-Z2-9]{8}/) != nil })
    }
}
