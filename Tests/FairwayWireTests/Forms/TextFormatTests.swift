import Testing

@testable import FairwayWire

struct TextFormatTests {
    @Test(
        arguments: [
            ("ada@example.org", true), ("a.b+c@x", true), ("a@b-c.d", true), ("ada", false), ("@x", false),
            ("a@", false), ("a@@b", false), ("a@b@c", false), ("a b@c", false), ("a@-b", false), ("a@b-", false),
            ("a@b..c", false), ("ä@b", false), ("a@b\n", false), ("", false),
        ]
    )
    func emailAddressIsRecognised(_ text: String, isValid: Bool) { #expect(TextFormat.email.accepts(text) == isValid) }

    @Test(
        arguments: [
            ("+4912345", true), ("+123456789012345", true), ("+123456", false), ("+1234567890123456", false),
            ("0049123456", false), ("+49 12345", false), ("+", false), ("", false),
        ]
    )
    func phoneNumberIsRecognised(_ text: String, isValid: Bool) { #expect(TextFormat.phone.accepts(text) == isValid) }

    @Test(
        arguments: [
            ("https://example.org", true), ("HTTP://example.org/a?b#c", true), ("https://", false),
            ("https:///x", false), ("javascript:alert(1)", false), ("ftp://x", false), ("https://a b", false),
            ("https://a\u{A0}b", false), ("example.org", false), ("", false),
        ]
    )
    func webAddressIsRecognised(_ text: String, isValid: Bool) { #expect(TextFormat.url.accepts(text) == isValid) }

    @Test(
        arguments: [
            ("2026-11-26", true), ("2024-02-29", true), ("2000-02-29", true), ("2026-02-29", false),
            ("1900-02-29", false), ("2026-13-01", false), ("2026-00-10", false), ("2026-11-00", false),
            ("2026-11-31", false), ("26-11-26", false), ("2026-11-26T10:00:00Z", false), ("2026-1-1", false),
            ("２０２６-11-26", false), ("", false),
        ]
    )
    func dateIsRecognised(_ text: String, isValid: Bool) { #expect(TextFormat.date.accepts(text) == isValid) }

    @Test(
        arguments: [
            ("09:30", true), ("23:59:59", true), ("00:00", true), ("24:00", false), ("12:60", false),
            ("12:00:60", false), ("9:30", false), ("12", false), ("12:30Z", false), ("", false),
        ]
    )
    func timeIsRecognised(_ text: String, isValid: Bool) { #expect(TextFormat.time.accepts(text) == isValid) }
}
