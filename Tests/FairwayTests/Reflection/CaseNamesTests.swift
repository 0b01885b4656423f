import Testing

@testable import Fairway

/// These tests fail if a toolchain changes the layout of enum metadata. Until `CaseNames` is adapted, apps can list the
/// names in `Screen.actions`.
struct CaseNamesTests {
    @Test func payloadCasesComeFirstInDeclarationOrder() {
        #expect(CaseNames.of(Mixed.self) == ["second", "fourth", "first", "third"])
        #expect(CaseNames.of(Plain.self) == ["one", "two", "three"])
        #expect(CaseNames.of(Single.self) == ["only"])
        #expect(CaseNames.of(Payloads.self) == ["text", "number", "both"])
        #expect(CaseNames.of(Recursive.self) == ["leaf", "branch"])
        #expect(CaseNames.of(Raw.self) == ["a", "b"])
    }

    @Test func casesWithoutPayloadAreRecognised() {
        #expect(CaseNames.withoutPayload(of: Mixed.self) == ["first", "third"])
        #expect(CaseNames.withoutPayload(of: Plain.self) == ["one", "two", "three"])
        #expect(CaseNames.withoutPayload(of: Payloads.self) == [])
        #expect(CaseNames.withoutPayload(of: Structure.self) == [])
    }

    @Test func typeThatIsNotAnEnumHasNoCases() {
        #expect(CaseNames.of(Int.self) == nil)
        #expect(CaseNames.of(Structure.self) == nil)
        #expect(CaseNames.of(Reference.self) == nil)
        #expect(CaseNames.of((Int, Int).self) == nil)
    }

    private enum Mixed { case first, second(Int), third, fourth(label: String, other: [Int]) }
    private enum Plain { case one, two, three }
    private enum Single { case only }
    private enum Payloads { case text(String), number(Int), both(String, Int) }
    private indirect enum Recursive { case leaf(Int), branch(Recursive, Recursive) }
    private enum Raw: String, Codable { case a, b }
    private struct Structure {}
    private final class Reference {}
}
