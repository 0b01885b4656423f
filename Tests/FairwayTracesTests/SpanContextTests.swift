import FairwayTraces
import Testing

struct SpanContextTests {
    private static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func traceparentIsReadAndWritten() throws {
        let context = try #require(SpanContext(traceparent: Self.valid))
        #expect(context.trace == TraceID(high: 0x4bf9_2f35_77b3_4da6, low: 0xa3ce_929d_0e0e_4736))
        #expect(context.span == 0x00f0_67aa_0ba9_02b7)
        #expect(context.isSampled)
        #expect(context.traceparent == Self.valid)
    }

    @Test(arguments: [
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
        // Other flags, and later versions, which may have more fields.
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-more",
    ])
    func traceparentIsUnderstood(_ text: String) throws {
        #expect(try #require(SpanContext(traceparent: text)).isSampled == false)
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "\(valid)-more", "\(valid)-", "\(valid)1",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00.more",
        "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
    ])
    func invalidTraceparentIsIgnored(_ text: String) { #expect(SpanContext(traceparent: text) == nil) }
}
