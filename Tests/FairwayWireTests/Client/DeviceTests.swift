import FairwayWire
import Testing

struct DeviceTests {
    private static func decode(_ json: String) throws -> Device { try JSON.decode(Device.self, from: json.utf8) }

    private static func screens(_ count: Int) -> String {
        (0..<count).map { #""\#($0)":1"# }.joined(separator: ",")
    }

    @Test func deviceSurvivesARoundTrip() throws {
        let text = #"{"idiom":"pad","screens":{"B":2,"A":-1},"app":"1.4","locale":"en-GB","more":[]}"#
        let device = try Self.decode(text)
        #expect(device == Device(idiom: .pad, locale: "en-GB", app: "1.4", screens: ["A": -1, "B": 2]))
        #expect(device.idiom == .pad)
        #expect(device.locale == "en-GB")
        #expect(device.app == "1.4")
        #expect(device.screens == ["A": -1, "B": 2])
        let written = #"{"idiom":"pad","locale":"en-GB","app":"1.4","screens":{"A":-1,"B":2}}"#
        #expect(String(decoding: try JSON.encode(device), as: UTF8.self) == written)
    }

    @Test func absentMembersAreEncodedAsNull() throws {
        let written = #"{"idiom":null,"locale":null,"app":null,"screens":null}"#
        #expect(String(decoding: try JSON.encode(Device()), as: UTF8.self) == written)
        #expect(try Self.decode(written) == Device())
        #expect(try Self.decode(#"{"screens":{}}"#) != Device())
    }

    @Test func eachMemberCanBeChanged() {
        var device = Device()
        device.idiom = .tv
        device.locale = "de"
        device.app = "2"
        device.screens = ["A": 1]
        #expect(device == Device(idiom: .tv, locale: "de", app: "2", screens: ["A": 1]))
        device.screens = nil
        #expect(device == Device(idiom: .tv, locale: "de", app: "2"))
    }

    @Test(arguments: [
        ("A", 1, true), ("A", 2, false), ("AB", 7, true), ("B", 1, false), ("", 0, false), (#"x,"A":9,"y"#, 3, true),
        (#"A":9,"#, 1, false), (#"\"#, 1, true), ("é", 4, true), ("n,B", 5, true), ("last", 9, true),
        ("last", 10, false),
    ])
    func screenIsRenderedUpToItsVersion(_ name: String, version: Int, isRendered: Bool) {
        let screens = ["A": 1, "AB": 7, #"x,"A":9,"y"#: 3, #"\"#: 1, "é": 4, "n,B": 5, "last": 9]
        #expect(Device(screens: screens).renders(screen: name, version: version) == isRendered)
    }

    @Test func clientThatListsNoScreensRendersAll() {
        #expect(Device(idiom: .pad).renders(screen: "A", version: 9))
        #expect(!Device(screens: [:]).renders(screen: "A", version: 1))
    }

    @Test(arguments: [
        (#"{"locale":"\#(String(repeating: "a", count: 35))"}"#, nil),
        (#"{"locale":"\#(String(repeating: "a", count: 36))"}"#, "/locale"),
        (#"{"screens":{\#(screens(256))}}"#, nil),
        (#"{"screens":{\#(screens(257))}}"#, "/screens"),
        (#"{"app":"\#(String(repeating: "a", count: 2_048 - 10))"}"#, nil),
        (#"{"app":"\#(String(repeating: "a", count: 2_048 - 9))"}"#, ""),
        (#"{ "app" : "\#(String(repeating: "a", count: 2_048 - 10))" }"#, nil),
        (#"{"screens":{"\#(String(repeating: "é", count: 1_100))":1}}"#, ""),
    ])
    func descriptionBeyondALimitIsRefusedWithItsPointer(_ json: String, pointer: String?) throws {
        guard let pointer else { return _ = try Self.decode(json) }
        let error = #expect(throws: JSONError.self) { try Self.decode(json) }
        #expect(error?.code == .invalidValue)
        #expect(error?.pointer == pointer)
    }

    @Test(arguments: [
        ("en-GB", "en-GB"), ("de-DE-u-ca-gregory-co-phonebk-nu-latn", "de-DE-u-ca-gregory-co-phonebk-nu"),
        ("zh-Hant-TW-x-abcdefgh-abcdefgh-abcdefgh", "zh-Hant-TW-x-abcdefgh-abcdefgh"),
        ("de-DE-1996-abcdefgh-abcdefgh-u-gregory", "de-DE-1996-abcdefgh-abcdefgh"),
    ])
    func clientShortensItsLocale(_ tag: String, to expected: String) {
        #expect(Device(locale: tag).locale == expected)
    }
}
