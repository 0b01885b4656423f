import Foundation

/// The environment variables of OpenTelemetry that the server reads
/// (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
struct TraceVariables: Equatable {
    /// The address for spans, complete.
    private(set) var endpoint: URL?
    private(set) var headers: [String: String] = [:]
    /// What describes the server, such as `service.name`.
    private(set) var resource: [String: String] = [:]
    private(set) var ratio: Double?
    /// How long spans wait for others before they are sent together.
    private(set) var delaySeconds: Double?
    /// The protocol, if it is not the one that the server speaks.
    private(set) var otherProtocol: String?

    /// The header fields that a call sets itself.
    private static let ownHeaders: Set = ["content-length", "content-type", "host"]
    private static let mostPairs = 64
    private static let mostMilliseconds = 60_000

    /// Reads nothing.
    init() {}

    init(_ environment: [String: String]) throws(CommandError) {
        // An empty variable counts as unset.
        let variables = environment.filter { $0.key.hasPrefix("OTEL_") && !$0.value.isEmpty }
        guard variables["OTEL_SDK_DISABLED"]?.lowercased() != "true" else { return }
        let exporter = "OTEL_EXPORTER_OTLP_"
        func ofTraces(_ name: String) -> (name: String, value: String)? {
            for name in ["\(exporter)TRACES_\(name)", "\(exporter)\(name)"] {
                if let value = variables[name] { return (name, value) }
            }
            return nil
        }
        // The address for traces is used as it is. The general one is a base.
        if let (name, value) = ofTraces("ENDPOINT") {
            let url = try Self.url(value, of: name)
            endpoint = name.hasPrefix("\(exporter)TRACES_") ? url : url.forTraces
        }
        if let (name, value) = ofTraces("HEADERS") { headers = try Self.headers(value, of: name) }
        let attributes = "OTEL_RESOURCE_ATTRIBUTES"
        if let value = variables[attributes] { resource = try Self.pairs(value, of: attributes) }
        if let name = variables["OTEL_SERVICE_NAME"] { resource["service.name"] = name }
        ratio = try Self.ratio(variables)
        delaySeconds = try Self.delay(variables)
        if let (_, value) = ofTraces("PROTOCOL"), value != "http/json" { otherProtocol = value }
    }

    private static func url(_ text: String, of name: String) throws(CommandError) -> URL {
        let kind = FlagKind<URL>.url
        guard let url = kind.value(text) else { throw CommandError(.badValue, "\(name) must be \(kind.expectation).") }
        return url
    }

    private static func ratio(_ variables: [String: String]) throws(CommandError) -> Double? {
        switch variables["OTEL_TRACES_SAMPLER"] {
        case "always_off", "parentbased_always_off": return 0
        case "traceidratio", "parentbased_traceidratio", nil:
            let name = "OTEL_TRACES_SAMPLER_ARG"
            guard let text = variables[name] else { return nil }
            let kind = FlagKind<Double>.ratio
            guard let ratio = kind.value(text) else {
                throw CommandError(.badValue, "\(name) must be \(kind.expectation), not \"\(text)\".")
            }
            return ratio
        default: return nil
        }
    }

    private static func delay(_ variables: [String: String]) throws(CommandError) -> Double? {
        let name = "OTEL_BSP_SCHEDULE_DELAY"
        guard let text = variables[name] else { return nil }
        let kind = FlagKind<Int>.integer(in: 1...mostMilliseconds)
        guard let milliseconds = kind.value(text) else {
            throw CommandError(.badValue, "\(name) must be \(kind.expectation), not \"\(text)\".")
        }
        return Double(milliseconds) / 1_000
    }

    private static func headers(_ text: String, of name: String) throws(CommandError) -> [String: String] {
        let pairs = try pairs(text, of: name)
        for (field, value) in pairs {
            let isValid =
                FlagKind.headerName.value(field) != nil && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            guard isValid, !ownHeaders.contains(field.lowercased()) else { throw malformed(name) }
        }
        return pairs
    }

    /// Pairs like `a=1,b=2`, whose values are in percent-encoding (https://www.w3.org/TR/baggage/#header-content).
    private static func pairs(_ text: String, of name: String) throws(CommandError) -> [String: String] {
        var pairs: [String: String] = [:]
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2, !sides[0].isEmpty, let value = sides[1].removingPercentEncoding,
                pairs.count < mostPairs
            else { throw malformed(name) }
            pairs[sides[0]] = value
        }
        return pairs
    }

    /// Without the value, which may contain a secret.
    private static func malformed(_ name: String) -> CommandError {
        CommandError(
            .badValue,
            "\(name) must be at most \(mostPairs) pairs like a=1,b=2, with values in percent-encoding."
        )
    }
}

extension URL {
    /// The address of traces below a collector's base (https://opentelemetry.io/docs/specs/otel/protocol/exporter/).
    var forTraces: URL {
        let base = absoluteString.hasSuffix("/") ? String(absoluteString.dropLast()) : absoluteString
        return URL(string: base + "/v1/traces") ?? self
    }
}
