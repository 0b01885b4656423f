import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import FairwayOperators

struct ProblemGroupTests {
    @Test(arguments: [
        ("order 345 of \"Ada\" failed", "order … of … failed"),
        ("GET https://a.example/orders/9f8e-12 gave HTTP 503.", "GET https://a.example/orders/… gave HTTP …."),
        ("No such user: ada@example.org", "No such user: …"), ("took 12.50 s at 10:15:07", "took … s at …"),
        ("can't read the user's file", "can't read the user's file"), ("can't read 'my file'", "can't read …"),
        ("ids: 1, 2, 3 are gone", "ids: … are gone"), ("ids: 1 are gone", "ids: … are gone"),
        ("Failure(code: 7, text: “x y”)", "Failure(code: …, text: …)"), ("plain", "plain"), ("", ""),
        ("an open \" quote", "an open …"), ("7", "…"), ("user 'O'Brien' is gone", "user … is gone"),
        (#"name "a \"Ada\" b" is taken"#, "name … is taken"), ("name ‘O’Brien’ is taken", "name … is taken"),
        ("(\"Ada", "(…"), ("the users' file", "the users' file"),
    ])
    func variablePartsOfACauseAreLeftOut(_ cause: String, _ common: String) {
        #expect(cause.withoutVariableParts == common)
        #expect(common.withoutVariableParts == common)
    }

    @Test func quotedValueThatIsCutIsLeftOut() {
        let cause = "no user is called \"" + String(repeating: "Ada Lovelace ", count: 50) + "\""
        let change = RefusedChange(
            session: "a",
            at: .distantPast,
            kind: "action",
            code: .flowFailed,
            cause: cause,
            origin: .client
        )
        for incident in [Incident(change, of: "a"), Incident(change, of: "a").shortened] {
            #expect(ProblemGroup(incident, isDeclared: true).cause == "no user is called …")
        }
    }

    @Test func everyMemberDistinguishesAGroup() {
        let group = ProblemGroup(kind: .failed, flow: "A", screen: "B", name: "c", code: "d", cause: "e")
        var others = Array(repeating: group, count: 7)
        others[0].kind = .attemptFailed
        others[1].flow = nil
        others[2].screen = "c"
        others[3].name = ""
        others[4].code = "de"
        others[5].cause = nil
        others[6].name = nil
        #expect(Set((others + [group]).map(\.id)).count == 8)
        #expect(group.id.utf8.count == 16)
    }

    @Test(arguments: [
        ("action", "rejected", ProblemGroup.Kind.refused), ("action", "flow-failed", .failed),
        ("action", "flow-timeout", .failed), ("link", "unsupported-screen", .unsupported),
        ("job", "flow-failed", .attemptFailed),
        ("timer", "rejected", .attemptFailed), ("back", "stale-screen", .refused),
        ("action", "revision-mismatch", .refused),
    ])
    func kindIsThatOfTheIncident(_ kind: String, _ code: String, _ expected: ProblemGroup.Kind) {
        var incident = Incident(session: "a", revision: 1, at: .distantPast, kind: kind, name: "n", code: code)
        incident.cause = "7 of them"
        let group = ProblemGroup(incident, isDeclared: false)
        #expect(group.kind == expected)
        #expect(group.name == nil)
        #expect(group.cause == ([.failed, .attemptFailed].contains(expected) ? "… of them" : nil))
    }
}
