import FairwayWire
import Testing

struct GrammarAcceptTests {
    @Test(arguments: [
        // Section 2: any value is a text, with white space around it.
        "null", "true", "false", "0", #""""#, "[]", "{}", " \t\r\n1 \t\r\n", "\n[\n]\n", "{ }", "[ 1 , 2 ]",
        // Section 4: objects.
        #"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"":0}"#, #"{"a":{"a":{}}}"#, #"{ "a" : [ ] }"#, #"{"\u0000":1}"#,
        #"{"a":1,"A":2}"#, "{\"e\u{301}\":1,\"\u{E9}\":2}", #"{"a":null}"#, #"{"\/":1}"#,
        // Section 5: arrays.
        "[null]", "[1,true,null,\"x\",[],{}]", "[[]]", "[[[[]]]]", "[\"\"]", "[ ]", "[1,1]",
        // Section 6: numbers.
        "-0", "-1", "10", "1234567890", "0.0", "0.1", "1.5", "-0.0", "1e1", "1E1", "1e+1", "1e-1", "1.5e10", "0e0",
        "0e+1", "1E-0", "-1e-10", "123456789012345678901234567890", "0.000000000000000000000000000000000000001",
        "1.7976931348623157e308", "5e-324", "20e1", "1e00", "9007199254740993",
        // Section 7: strings.
        #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041""#, #""\u00e9\u00E9""#, #""\uD83D\uDE00""#, #""\ud83d\ude00""#,
        #""\u0000""#, #""\uFFFF""#, #""\uFFFE""#, #""\u2028\u2029""#, #""\u007f""#, #""\\u0041""#, #""\"""#,
        #""\uDBFF\uDFFF""#, #""\uD800\uDC00""#, #""a\/b""#, #""/""#, #""'""#, "\"\u{7F}\"", "\"\u{2028}\u{2029}\"",
        "\"\u{E9}\"", "\"\u{20AC}\"", "\"\u{1F600}\"", "\"\u{10FFFF}\"", "\"\u{FFFF}\"", "\"\u{FEFF}\"",
        "\"\u{80}\"", "\"\u{7FF}\u{800}\u{FFFD}\u{10000}\"", "\"\u{D7FF}\u{E000}\"", #""asd ""#, #"" ""#,
    ])
    func isAccepted(_ text: String) throws {
        try JSON.validate(text.utf8)
        // Encoding the decoded value and decoding it again gives the same value.
        let value = try JSON.decode(JSONValue.self, from: text.utf8)
        #expect(try JSON.decode(JSONValue.self, from: JSON.encode(value)) == value)
    }

    /// Texts that RFC 8259 allows a parser to refuse, and that this coder accepts.
    @Test(arguments: [
        // Section 6: numbers beyond a Double are valid. The decoded type decides whether it can represent them.
        "1e400", "-1e400", "1e-400", "0.4e006999999999999999999999999999999999999999", "123123e100000",
        "100000000000000000000", "-237462374673276894279832749832423479823246327846",
        // Section 7: noncharacters are allowed.
        #""\uDBFF\uDFFE""#, #""\uFDD0""#,
    ])
    func isAcceptedThoughTheRFCLeavesItOpen(_ text: String) throws { try JSON.validate(text.utf8) }

    @Test func fiveHundredLevelsAreAcceptedIfAllowed() throws {
        let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        try JSON.validate(text.utf8, limits: JSONLimits(depth: 500))
    }
}
