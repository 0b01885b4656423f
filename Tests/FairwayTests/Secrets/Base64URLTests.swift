import Foundation
import Testing

@testable import Fairway

struct Base64URLTests {
    @Test(arguments: 0...66)
    func decodingReversesEncoding(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
        let text = Base64URL.encode(bytes)
        #expect(Base64URL.decode(text.utf8) == bytes)
        let plain = Data(bytes).base64EncodedString()
        #expect(text == plain.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
    }

    @Test(arguments: [
        "A", "AAAAA", "AA==", "AAA=", "=", "A A", "AAAA\n", "+AAA", "/AAA", "AA.A", "AAé",
        // Unused bits that are not zero.
        "AB", "AAB", "A_",
    ])
    func otherTextIsRefused(_ text: String) {
        #expect(Base64URL.decode(text.utf8) == nil)
    }
}
