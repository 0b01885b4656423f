import FairwayWire
import Testing

@Test func t() throws {
    struct S: Codable { var a = 1; var b: String? = nil; var c = ["x": 1, "a": 2] }
    let b = try JSON.encode(S())
    print(String(decoding: b, as: UTF8.self))
    print(try JSON.decode(S.self, from: b))
}
