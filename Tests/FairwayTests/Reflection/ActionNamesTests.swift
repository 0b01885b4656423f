import Testing

@testable import Fairway

struct ActionNamesTests {
    @Test func namesAreInDeclarationOrder() {
        #expect(ActionNames.of(Mixed.self) == ["first", "second", "third", "fourth"])
        #expect(ActionNames.of(Plain.self) == ["one", "two"])
        #expect(ActionNames.of(Listed.self) == ["a", "b"])
        #expect(ActionNames.of(Never.self) == [])
    }

    @Test func namesAreThoseThatAreEncoded() {
        #expect(ActionNames.of(Raw.self) == ["first name", "second"])
        #expect(ActionNames.of(Keyed.self) == ["keep", "drop"])
    }

    @Test func casesOfAHandWrittenCodingAreListed() {
        #expect(ActionNames.of(ByHand.self) == ["b", "a"])
        #expect(ActionNames.of(ByHandAndListed.self) == ["y", "x"])
    }

    /// The probe lists one key, so that a decoder that does not check for one does not trap.
    @Test func decoderThatTakesTheFirstKeyIsProbed() {
        #expect(ActionNames.of(FirstKey.self) == ["b", "a"])
        #expect(ActionNames.of(FirstOpenKey.self) == ["b", "a"])
        _ = ShapeRecorder().record(FirstKey.self)
        _ = ShapeRecorder().record(FirstOpenKey.self)
    }

    private enum Mixed: Codable { case first, second(Int), third, fourth(label: String, other: [Int]) }
    private enum Plain: Codable { case one, two }
    private enum Raw: String, Codable { case first = "first name", second }

    private enum Keyed: Codable {
        case save(Int), drop
        enum CodingKeys: String, CodingKey { case save = "keep", drop }
    }

    /// The order of `allCases` has no effect.
    private enum Listed: Codable, CaseIterable {
        case a, b
        static var allCases: [Listed] { [.b, .a] }
    }

    private enum ByHand: Codable {
        case a, b(Int)
        enum CodingKeys: CodingKey { case type }

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
            self = .a
        }

        func encode(to encoder: any Encoder) throws {}
    }

    private enum FirstKey: Codable {
        case a, b(Int)
        enum CodingKeys: String, CodingKey { case b, a }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch container.allKeys[0] {
            case .a: self = .a
            case .b: self = .b(try container.decode(Int.self, forKey: .b))
            }
        }

        func encode(to encoder: any Encoder) throws {}
    }

    private enum FirstOpenKey: Codable {
        case a, b(Int)

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            self = .b(try container.decode(Int.self, forKey: container.allKeys[0]))
        }

        func encode(to encoder: any Encoder) throws {}
    }

    private enum ByHandAndListed: Codable, CaseIterable {
        case x, y
        static var allCases: [ByHandAndListed] { [.y, .x] }
        init(from decoder: any Decoder) throws { self = .x }
        func encode(to encoder: any Encoder) throws {}
    }
}
