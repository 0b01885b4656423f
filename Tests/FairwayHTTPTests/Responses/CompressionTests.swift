import CZlib
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayHTTP

@Suite(.waiting)
struct CompressionTests {
    static let router: Router<Void> = {
        var router = Router<Void>()
        router.on(.get, "/text/{length}") { (_, exchange, length: Int) in
            exchange.respond(.text(String(repeating: "fairway ", count: length / 8)))
        }
        router.on(.get, "/image") { _, exchange in
            exchange.respond(Response(200, .bytes, body: Array(repeating: 0, count: 5000)))
        }
        return router
    }()

    func request(_ path: String, accepting coding: String?) -> String {
        let accept = coding.map { "Accept-Encoding: \($0)\r\n" } ?? ""
        return "GET \(path) HTTP/1.0\r\n\(accept)\r\n"
    }

    @Test
    func longTextIsCompressedIfAccepted() async throws {
        try await withServer(Self.router) { server in
            let client = try server.client()
            client.send("HEAD /text/8000 HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br, gzip\r\n\r\n")
            let response = try client.response(toHead: true)
            #expect(response.headers["content-encoding"] == "gzip")
            #expect(response.headers["vary"] == "Accept-Encoding")
            #expect(try #require(Int(response.headers["content-length"] ?? "")) < 1000)
        }
    }

    @Test(arguments: [("/text/8000", nil), ("/text/800", "gzip"), ("/image", "gzip"), ("/text/800000", "gzip")])
    func otherResponsesAreNotCompressed(path: String, coding: String?) async throws {
        try await withServer(Self.router) { server in
            let response = try server.exchange(request(path, accepting: coding))
            #expect(response.headers["content-encoding"] == nil)
            #expect(response.headers["content-length"] == "\(response.body.utf8.count)")
        }
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false),
        ("gzip; q=0.000", false), ("*;q=0", false), ("*;q=0, gzip", true), ("gzip;q=0, *", false), ("br", false),
        ("", false), ("gzipped", false), ("identity", false),
    ])
    func acceptEncodingWeightsAreHonoured(value: String, allowed: Bool) {
        #expect(Array(value.utf8).withUnsafeBytes { AcceptEncoding.allowsGzip($0) } == allowed)
    }

    @Test
    func compressedBodiesDecompressToTheOriginal() throws {
        var compressor = Compressor()
        let original = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 50) }
        for _ in 0..<3 {
            let result = compressor.compress(original)
            let compressed = try #require(result)
            #expect(compressed.count < original.count / 4)
            #expect(try gunzip(compressed) == original)
        }
    }

    @Test
    func incompressibleBodiesAreNotCompressed() {
        var compressor = Compressor()
        var generator = SystemRandomNumberGenerator()
        let result = compressor.compress((0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        #expect(result == nil)
    }

    private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        // 15 is the largest window; 16 selects gzip's format.
        try #require(inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 1 << 20)
        let code = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        #expect(code == Z_STREAM_END)
        return Array(output.prefix(Int(stream.total_out)))
    }
}
