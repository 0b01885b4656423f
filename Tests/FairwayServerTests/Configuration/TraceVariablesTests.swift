import Foundation
import Testing

@testable import FairwayServer

/// The environment variables of OpenTelemetry.
struct TraceVariablesTests {
    @Test func tracesAreOffUnlessAnAddressIsSet() throws {
        #expect(try TraceVariables([:]) == TraceVariables())
        #expect(try TraceVariables(["OTEL_EXPORTER_OTLP_ENDPOINT": ""]) == TraceVariables())
        #expect(try TraceVariables(["OTEL_SERVICE_NAME": "shop"]).endpoint == nil)
        let disabled = ["OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"]
        #expect(try TraceVariables(disabled).endpoint == nil)
    }

    @Test(arguments: [
        (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"], "http://collector:4318/v1/traces"),
        (["OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector/otlp/"], "https://collector/otlp/v1/traces"),
        (["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://collector/spans"], "https://collector/spans"),
        (
            [
                "OTEL_EXPORTER_OTLP_ENDPOINT": "http://other:4318",
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector/",
            ], "http://collector/"
        ),
    ])
    func addressOfTracesIsUsedAsItIsAndTheGeneralOneIsABase(_ variables: [String: String], _ url: String) throws {
        #expect(try TraceVariables(variables).endpoint?.absoluteString == url)
    }

    @Test func headersAndAttributesAreDecoded() throws {
        let variables = try TraceVariables([
            "OTEL_EXPORTER_OTLP_HEADERS": "other=1",
            "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "Authorization=Basic%20YTpi, x-tenant = a=b ",
            "OTEL_RESOURCE_ATTRIBUTES": "service.name=till,host.name=n%C3%A9",
            "OTEL_SERVICE_NAME": "shop",
        ])
        #expect(variables.headers == ["Authorization": "Basic YTpi", "x-tenant": "a=b"])
        #expect(variables.resource == ["service.name": "shop", "host.name": "né"])
    }

    @Test(
        arguments: [
            ("0.25", nil, 0.25), ("0.25", "parentbased_traceidratio", 0.25), ("0.25", "always_off", 0),
            ("0.25", "always_on", nil), (nil, "traceidratio", nil),
        ] as [(String?, String?, Double?)]
    )
    func shareComesFromTheSampler(_ argument: String?, _ sampler: String?, _ ratio: Double?) throws {
        var variables: [String: String] = [:]
        variables["OTEL_TRACES_SAMPLER_ARG"] = argument
        variables["OTEL_TRACES_SAMPLER"] = sampler
        #expect(try TraceVariables(variables).ratio == ratio)
    }

    @Test func delayOfABatchIsInMilliseconds() throws {
        #expect(try TraceVariables(["OTEL_BSP_SCHEDULE_DELAY": "250"]).delaySeconds == 0.25)
        #expect(try TraceVariables([:]).delaySeconds == nil)
    }

    @Test(arguments: [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:b@collector"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "secret"), ("OTEL_EXPORTER_OTLP_HEADERS", "Host=secret"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "a=secret%0A"), ("OTEL_EXPORTER_OTLP_HEADERS", "a b=secret"),
        ("OTEL_RESOURCE_ATTRIBUTES", "a=%zz"), ("OTEL_TRACES_SAMPLER_ARG", "2"),
        ("OTEL_BSP_SCHEDULE_DELAY", "0"), ("OTEL_BSP_SCHEDULE_DELAY", "5s"),
    ])
    func invalidVariableEndsTheStart(_ name: String, _ value: String) throws {
        let error = #expect(throws: CommandError.self) { try TraceVariables([name: value]) }
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func flagsComeBeforeVariables() throws {
        let environment = [
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
        ]
        let options = try ServeOptions(arguments: ["--otlp", "http://other"], environment: environment)
        #expect(options.otlp?.forTraces.absoluteString == "http://other/v1/traces")
        #expect(
            options.warnings == ["Traces are sent as http/json, not as grpc, which OTEL_EXPORTER_OTLP_PROTOCOL names."]
        )
        let alone = try ServeOptions(arguments: ["--otlp-sample", "0.5"], environment: [:])
        #expect(alone.warnings.count == 1)
    }
}
