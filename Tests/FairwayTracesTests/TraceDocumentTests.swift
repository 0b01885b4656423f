import FairwayWire
import Testing

@testable import FairwayTraces

struct TraceDocumentTests {
    /// The encoding of OTLP, which differs from that of Protobuf: ids are hexadecimal, and kinds and codes are numbers.
    @Test func spansAreEncodedAsOTLP() {
        let trace = TraceID(high: 0x4bf9_2f35_77b3_4da6, low: 0xa3ce_929d_0e0e_4736)
        var span = Span(
            name: .wait,
            context: SpanContext(trace: trace, span: 1, isSampled: true),
            parent: 2,
            start: 1_700_000_000_000_000_001,
            end: 1_700_000_000_000_000_002
        )
        span.add("fairway.kind", "action")
        span.add("fairway.revision", 7)
        span.links = [SpanContext(trace: TraceID(high: 0, low: 3), span: 4, isSampled: true)]
        span.error = "flow-failed"
        let document = TraceDocument(resource: [("service.name", "shop")], version: "1.0.0")
        #expect(
            String(decoding: document.encoded([span]), as: UTF8.self) == """
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},\
                "scopeSpans":[{"scope":{"name":"fairway","version":"1.0.0"},"spans":[\
                {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"0000000000000001",\
                "parentSpanId":"0000000000000002","name":"wait for the session","kind":1,\
                "startTimeUnixNano":"1700000000000000001","endTimeUnixNano":"1700000000000000002","attributes":[\
                {"key":"fairway.kind","value":{"stringValue":"action"}},\
                {"key":"fairway.revision","value":{"intValue":"7"}}],\
                "links":[{"traceId":"00000000000000000000000000000003","spanId":"0000000000000004"}],\
                "status":{"message":"flow-failed","code":2}}]}]}]}
                """
        )
    }
}
