import Fairway
import FairwayQuarantine
import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

/// The pages of `GET /v1/admin/quarantine`.
struct QuarantinePageTests {
    /// Three steps of each second, newest first.
    private let steps = (0..<30).map { number in
        QuarantinedStep(
            RunningStep(
                session: "s\(number)",
                revision: 1,
                kind: "action",
                rootFlow: "Harbour",
                name: "callPilot",
                work: ""
            ),
            build: "1",
            at: Date(milliseconds: 1_700_000_000_000 - number / 3 * 1_000),
            isRefused: true,
            ends: 2
        )
    }

    @Test(arguments: [1, 2, 3, 4, 7, 29, 30, 500])
    func pagesShowEachStepOnce(_ limit: Int) throws {
        var seen: [QuarantinedStep] = []
        var cursor: String?
        repeat {
            let page = try QuarantinePage(steps, after: cursor, limit: limit)
            #expect(!page.rows.isEmpty)
            seen += page.rows
            cursor = page.next
        } while cursor != nil
        #expect(seen == steps)
    }

    @Test func stepsThatWereReleasedMeanwhileHideNoOther() throws {
        let next = try QuarantinePage(steps, after: nil, limit: 9).next
        let rest = Array(steps.dropFirst(9))
        #expect(try Array(QuarantinePage(rest, after: next, limit: 500).rows) == rest)
        #expect(try QuarantinePage([], after: next, limit: 500).rows.isEmpty)
    }

    @Test(arguments: ["", "x", "1", "1.x", "1.2.3", "1.-2"])
    func otherCursorsAreRefused(_ cursor: String) {
        let problem = #expect(throws: Problem.self) { try QuarantinePage(steps, after: cursor, limit: 50) }
        #expect(problem?.code == .malformedRequest)
    }

    @Test func rowNamesWhatTheAppDeclares() async throws {
        let engine = try await ServedHarbour().engine
        let row = QuarantineDocument.Row(steps[0], showsRecords: false, engine)
        #expect(row.session == "s0")
        #expect(row.flow == "Harbour")
        #expect(row.name == "callPilot")
        var invented = steps[0]
        invented.step.name = "Ada"
        #expect(QuarantineDocument.Row(invented, showsRecords: false, engine).name == nil)
        #expect(QuarantineDocument.Row(invented, showsRecords: true, engine).name == "Ada")
        #expect(QuarantinedDocument(invented, showsRecords: false, engine).name == nil)
        #expect(QuarantinedDocument(steps[0], showsRecords: false, engine).name == "callPilot")
        let handler = RunningStep(session: "", revision: 0, kind: "job", rootFlow: "", name: "Charge", work: "")
        let refused = QuarantinedStep(handler, build: "1", at: Date(), ends: 8)
        let everywhere = QuarantineDocument.Row(refused, showsRecords: false, engine)
        #expect(everywhere.session == nil)
        #expect(everywhere.revision == nil)
        #expect(everywhere.flow == nil)
        #expect(everywhere.name == "Charge")
        #expect(everywhere.ends == 8)
    }

    @Test func stackIsNullBecauseItIsNotKnown() async throws {
        let engine = try await ServedHarbour().engine
        let documents = [
            try JSON.encode(QuarantineDocument.Row(steps[0], showsRecords: true, engine)),
            try JSON.encode(QuarantinedDocument(steps[0], showsRecords: true, engine)),
        ]
        for document in documents { #expect(try JSON.decode(JSONValue.self, from: document)["stack"] == .null) }
    }
}
