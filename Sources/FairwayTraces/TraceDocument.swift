import FairwayWire

/// The body of an export: spans in OTLP's JSON encoding (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
package struct TraceDocument: Sendable {
    private let resource: [Span.Attribute]
    private let version: String

    /// - Parameters:
    ///   - resource: Names and values that describe the server.
    ///   - version: The version of Fairway.
    package init(resource: [(name: String, value: String)], version: String) {
        self.resource = resource.map { Span.Attribute(name: $0.name, value: .text($0.value)) }
        self.version = version
    }

    package func encoded(_ spans: [Span]) -> [UInt8] {
        var json = JSONWriter(reserving: 512 * spans.count)
        json.object { json in
            json.list("resourceSpans") { json in
                json.object { json in
                    json.key("resource")
                    json.object { $0.write(resource) }
                    json.list("scopeSpans") { json in
                        json.object { json in
                            json.key("scope")
                            json.object { json in
                                json.key("name")
                                json.string("fairway")
                                json.key("version")
                                json.string(version)
                            }
                            json.list("spans") { json in
                                for span in spans { json.write(span) }
                            }
                        }
                    }
                }
            }
        }
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    fileprivate mutating func list(_ key: StaticString, _ elements: (inout JSONWriter) -> Void) {
        self.key(key)
        beginArray()
        elements(&self)
        endArray()
    }

    fileprivate mutating func write(_ span: Span) {
        object { json in
            json.write(span.context)
            if let parent = span.parent {
                json.key("parentSpanId")
                json.string(parent.hex)
            }
            json.key("name")
            json.string(span.name.rawValue)
            json.key("kind")
            json.int(span.name.kind)
            // 64-bit integers are texts in Protobuf's JSON.
            json.key("startTimeUnixNano")
            json.string("\(span.start)")
            json.key("endTimeUnixNano")
            json.string("\(max(span.start, span.end))")
            json.write(span.attributes)
            if !span.links.isEmpty {
                json.list("links") { json in
                    for link in span.links { json.object { $0.write(link) } }
                }
            }
            if let error = span.error {
                json.key("status")
                json.object { json in
                    json.key("message")
                    json.string(error)
                    json.key("code")
                    json.int(2)
                }
            }
        }
    }

    private mutating func write(_ context: SpanContext) {
        key("traceId")
        string("\(context.trace)")
        key("spanId")
        string(context.span.hex)
    }

    fileprivate mutating func write(_ attributes: [Span.Attribute]) {
        list("attributes") { json in
            for attribute in attributes {
                json.object { json in
                    json.key("key")
                    json.string(attribute.name)
                    json.key("value")
                    json.object { json in
                        switch attribute.value {
                        case .text(let text):
                            json.key("stringValue")
                            json.string(text)
                        case .number(let number):
                            json.key("intValue")
                            json.string("\(number)")
                        }
                    }
                }
            }
        }
    }
}
