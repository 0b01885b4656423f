/// A part of a trace: what took how long.
package struct Span: Hashable, Sendable {
    package var name: Name
    package var context: SpanContext
    /// The id of the span that this one is a part of; nil for the first span of a trace.
    package var parent: UInt64?
    package var start: UnixNanoseconds
    package var end: UnixNanoseconds
    package var attributes: [Attribute] = []
    /// Other traces that have led to this one.
    package var links: [SpanContext] = []
    /// The code of the error.
    package var error: String?

    package enum Name: String, Sendable {
        case request
        case change
        case wait = "wait for the session"
        case handler
        case commit
        case attempt = "job attempt"

        /// The kind in OTLP: internal, server or consumer.
        var kind: Int {
            switch self {
            case .change, .wait, .handler, .commit: 1
            case .request: 2
            case .attempt: 5
            }
        }
    }

    /// A name and a value.
    package struct Attribute: Hashable, Sendable {
        package var name: String
        package var value: Value

        package enum Value: Hashable, Sendable {
            case text(String)
            case number(Int)
        }
    }
}

extension Span {
    mutating func add(_ name: String, _ text: String?) {
        if let text { attributes.append(Attribute(name: name, value: .text(text))) }
    }

    mutating func add(_ name: String, _ number: Int) {
        attributes.append(Attribute(name: name, value: .number(number)))
    }
}

/// The nanoseconds since 1970.
package typealias UnixNanoseconds = UInt64
