import FairwayClient
import FairwayWire
import Testing
import WireChecking

/// The Swift client's verdict on the cases that all implementations share.
struct ClientRuleTests {
    @Test(arguments: RuleCase.all)
    func valueIsJudgedAsInTheTable(_ rule: RuleCase) throws {
        // A flow without input has no form.
        guard let schema = rule.schema else { return }
        let format = rule.format.map {
            Catalog.Field(name: "a", label: "A", format: $0, unit: rule.unit, required: true)
        }
        let form = ScreenForm.example(schema, format)
        let errors = form.errors(in: rule.parameters)
        #expect(errors.map(\.code) == [rule.code].compactMap(\.self))
        #expect(errors.map(\.detail) == [rule.english].compactMap(\.self))
    }
}
