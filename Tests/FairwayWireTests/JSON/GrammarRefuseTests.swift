import FairwayWire
import Testing

/// Invalid texts, with the offset of the error. Duplicate names and lone surrogates, which the grammar of RFC 8259
/// permits, are also invalid here.
struct GrammarRefuseTests {
    @Test(arguments: [
        // Empty, or white space only.
        ("", 0), (" ", 1), ("\n\t", 2),
        // More than one value.
        ("1 2", 2), ("[][]", 2), ("{}x", 2), ("nullx", 4), ("true,", 4), ("]", 0), ("}", 0), (",", 0), (":", 0),
        ("\"\"\"", 2), ("[]#", 2), ("{}//", 2), ("1]", 1),
        // White space and control characters that JSON does not allow between tokens.
        ("\u{C}1", 0), ("\u{B}1", 0), ("\u{A0}1", 0), ("\u{2060}1", 0), ("[\u{C}]", 1), ("1\u{0}", 1), ("\u{0}", 0),
        // Literals.
        ("nul", 3), ("nulL", 3), ("tru", 3), ("truth", 3), ("fals", 4), ("True", 0), ("TRUE", 0), ("NULL", 0),
        ("undefined", 0), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("-NaN", 1), ("nan", 1), ("[nu]", 3),
        // Numbers.
        ("+1", 0), ("-", 1), ("--1", 1), ("01", 1), ("-01", 2), ("00", 1), (".5", 0), ("-.5", 1), ("1.", 2), ("0.", 2),
        ("1.e1", 2), ("1e", 2), ("1e+", 3), ("1e-", 3), ("1E", 2), ("0e", 2), ("1.5e", 4), ("0x1", 1), ("1a", 1),
        ("1_000", 1), ("1e1.5", 3), ("1.2.3", 3), ("1+1", 1), ("- 1", 1), ("1 000", 2), ("\u{FF11}", 0), ("1ea", 2),
        ("[-]", 2), ("[1.]", 3), ("[1e]", 3), ("[0 1]", 3), ("2.e+3", 2), ("9.e", 2), ("-2.", 3), ("1eE2", 2),
        ("1-", 1),
        // Strings.
        ("\"", 1), ("\"a", 2), ("'a'", 0), ("a", 0), (#""\"#, 2), (#""\""#, 3), (#""\x""#, 2), (#""\a""#, 2),
        (#""\'""#, 2), (#""\u""#, 3), (#""\u1""#, 4), (#""\u12""#, 5), (#""\u123""#, 6), (#""\u123g""#, 6),
        (#""\u{41}""#, 3), (#""\U0041""#, 2), (#""\ ""#, 2), (#""\0""#, 2), ("\"\\\u{E9}\"", 2), ("\"a\nb\"", 2),
        ("\"\t\"", 1), ("\"\u{1F}\"", 1), ("\"\u{0}\"", 1), ("\"12345678\u{1}\"", 9), (#""\u00A"#, 6), ("\\u0022", 0),
        // Lone surrogates.
        (#""\uD800""#, 1), (#""\uDC00""#, 1), (#""\uD800\uD800""#, 1), (#""\uDC00\uD800""#, 1), (#""\uD800x""#, 1),
        (#""\uD800\n""#, 1), (#""x\uDFFF""#, 2), (#""\uD83D\u0041""#, 1), (#""\uD83D\u""#, 9), (#""\uD83D\u12""#, 11),
        // Arrays.
        ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,]", 1), ("[,1]", 1), ("[1,,2]", 3), ("[1 2]", 3), ("[1}", 2),
        ("[1;2]", 2), ("[1:2]", 2), ("[\"a\"", 4), ("[[]", 3), ("[]]", 2), ("[*]", 1), ("[1\n", 3), ("[...]", 1),
        // Objects.
        ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,", 7), ("{\"a\":1,}", 7), ("{,}", 1),
        ("{\"a\"}", 4), ("{\"a\" 1}", 5), ("{\"a\",1}", 4), ("{\"a\"::1}", 5), ("{a:1}", 1), ("{1:1}", 1),
        ("{'a':1}", 1),
        ("{null:1}", 1), ("{\"a\":1]", 6), ("{\"a\":1 \"b\":2}", 7), ("{\"a\":1,,\"b\":2}", 7), ("{\"a\":}", 5),
        ("{\"a\":1}}", 7), ("{[]:1}", 1), ("{\"a\":1;\"b\":2}", 6), ("{\"a\"=1}", 4), ("{\"a\":1,\"b\"}", 10),
        ("{\"a\":1,b:2}", 7), ("{:1}", 1), ("{\"a\":'b'}", 5), ("{\"a\":truex}", 9), ("{\"", 2), ("{\"a\":\"b", 7),
        // Comments.
        ("/**/1", 0), ("1//", 1), ("[1/*c*/]", 2), ("#1", 0), ("{/**/}", 1), ("{\"a\":/**/1}", 5),
        // Duplicate members. The offset is that of the second name.
        (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"a":1,"\u0061":1}"#, 7), (#"{"":1,"":1}"#, 6),
        (#"{"\n":1,"\u000a":1}"#, 8), (#"[{"x":{"ab":1,"ab":1}}]"#, 14), (#"{"\u00e9":1,"é":1}"#, 12),
    ])
    func isRefused(_ text: String, at offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSON.validate(text.utf8) }
        #expect(error?.code == .invalidJSON)
        #expect(error?.offset == offset, "\(error?.message ?? "")")
        #expect(error?.pointer == nil)
    }

    /// Byte order marks, other encodings, and invalid UTF-8.
    @Test(arguments: [
        // A byte order mark, and encodings other than UTF-8 (section 8.1).
        ([0xEF, 0xBB, 0xBF, 0x31], 0), ([0xFE, 0xFF, 0, 0x31], 0), ([0xFF, 0xFE, 0x31, 0], 0), ([0, 0x31], 0),
        ([0x31, 0], 1), ([0x5B, 0, 0x5D, 0], 1), ([0xEF, 0xBB, 0xBF], 0), ([0xEF], 0),
        // Inside a string: invalid UTF-8 (RFC 3629, section 3).
        ([0x22, 0x80, 0x22], 1), ([0x22, 0xBF, 0x22], 1), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC3], 1),
        ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0xC1, 0xBF, 0x22], 1), ([0x22, 0xE0, 0x80, 0x80, 0x22], 1),
        ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xED, 0xBF, 0xBF, 0x22], 1),
        ([0x22, 0xE2, 0x82, 0x22], 1), ([0x22, 0xE2, 0x28, 0xA1, 0x22], 1), ([0x22, 0xE2, 0x82, 0x28, 0x22], 1),
        ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 1),
        ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xFF, 0x22], 1),
        ([0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22], 1), ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1),
        ([0x22, 0x61, 0xE9, 0x62, 0x22], 2), ([0x22, 0xFE, 0x22], 1), ([0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], 1),
        // Inside an escape, a number, a literal and a name.
        ([0x22, 0x5C, 0xE9, 0x22], 2), ([0x22, 0x5C, 0x75, 0xE9, 0x22], 3), ([0x31, 0xE9], 1), ([0x74, 0xE9], 1),
        ([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], 2), ([0x5B, 0xFF, 0x5D], 1),
    ])
    func bytesAreRefused(_ bytes: [UInt8], at offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSON.validate(bytes) }
        #expect(error?.code == .invalidJSON)
        #expect(error?.offset == offset, "\(error?.message ?? "")")
    }

    @Test func everyPrefixOfADocumentIsRefusedAtItsEnd() throws {
        let text = #" {"a":[1.5e-3,true,null,"\u00e9\uD83D\uDE00é€😀\n",{"b":{}}],"c":"x","d":-0} "#
        let bytes = Array(text.utf8)
        try JSON.validate(bytes)
        for length in 0..<bytes.count - 1 {
            let error = #expect(throws: JSONError.self) { try JSON.validate(bytes[..<length]) }
            #expect(error?.code == .invalidJSON)
            // If a surrogate pair or a character is cut off, the error is at its beginning.
            #expect((length - 7...length).contains(error?.offset ?? -1), "\(length)")
        }
    }
}
