import Foundation

/// A key of an identity provider. OpenSSL's command line generates it and makes its signatures, so tests do not depend
/// on the code that they test.
///
/// ```swift
/// let key = try ProviderKey(.p256, id: "2026")
/// let keySet = #"{"keys":[\#(key.webKey())]}"#
/// let token = try key.token(claims: #"{"iss":"https://id.example","sub":"ada"}"#)
/// ```
package struct ProviderKey: Sendable {
    /// The `kid`.
    package let id: String
    /// The public key in PEM.
    package let publicPEM: [UInt8]
    private let kind: Kind
    private let privatePEM: [UInt8]
    /// The public key in DER.
    private let publicDER: [UInt8]
    private let modulus: [UInt8]

    package enum Kind: Sendable, Equatable {
        case rsa(bits: Int)
        case p256
        case p384
        case ed25519

        fileprivate var options: [String] {
            switch self {
            case .rsa(let bits): ["RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"]
            case .p256: ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .p384: ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
            case .ed25519: ["ED25519"]
            }
        }
    }

    /// Generates a key.
    package init(_ kind: Kind, id: String) throws {
        (self.kind, self.id) = (kind, id)
        privatePEM = try OpenSSL.run(["genpkey", "-algorithm"] + kind.options)
        publicPEM = try OpenSSL.run(["pkey", "-pubout"], privatePEM)
        publicDER = try OpenSSL.run(["pkey", "-pubout", "-outform", "DER"], privatePEM)
        guard case .rsa = kind else {
            modulus = []
            return
        }
        let text = String(decoding: try OpenSSL.run(["rsa", "-noout", "-modulus"], privatePEM), as: UTF8.self)
        let digits = Array(text.dropFirst("Modulus=".count).utf8.dropLast())
        modulus = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    /// The members of the key as a JSON Web Key (RFC 7517).
    package var members: [String: String] {
        switch kind {
        case .rsa: ["kty": "RSA", "n": modulus.base64URL, "e": "AQAB", "kid": id]
        case .p256, .p384:
            [
                "kty": "EC", "crv": kind == .p256 ? "P-256" : "P-384", "kid": id,
                "x": publicDER.suffix(2 * coordinateBytes).prefix(coordinateBytes).base64URL,
                "y": publicDER.suffix(coordinateBytes).base64URL,
            ]
        case .ed25519: ["kty": "OKP", "crv": "Ed25519", "x": publicDER.suffix(32).base64URL, "kid": id]
        }
    }

    private var coordinateBytes: Int { kind == .p384 ? 48 : 32 }

    /// The JSON Web Key. A nil in `changes` removes a member.
    package func webKey(_ changes: [String: String?] = [:]) -> String {
        let members = members.merging(changes.compactMapValues(\.self)) { $1 }
            .filter { changes[$0.key] != .some(.none) }
        return "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ","))}"
    }

    /// The algorithm that the header of a token names by default.
    package var algorithm: String {
        switch kind {
        case .rsa: "RS256"
        case .p256, .p384: "ES256"
        case .ed25519: "EdDSA"
        }
    }

    /// A signed token. By default, its header contains the key's `kid` and ``algorithm``.
    package func token(claims: String, header: String? = nil, algorithm: String? = nil) throws -> String {
        let algorithm = algorithm ?? self.algorithm
        let header = header ?? #"{"alg":"\#(algorithm)","kid":"\#(id)","typ":"JWT"}"#
        let signed = "\(Array(header.utf8).base64URL).\(Array(claims.utf8).base64URL)"
        return "\(signed).\(try signature(of: Array(signed.utf8), algorithm).base64URL)"
    }

    /// The signature in the form of JSON Web Signatures (RFC 7518, section 3).
    private func signature(of message: [UInt8], _ algorithm: String) throws -> [UInt8] {
        switch algorithm {
        case "PS256":
            let options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:-1"]
            return try OpenSSL.sign(message, ["dgst", "-sha256", "-sign", "/dev/stdin"] + options, privatePEM)
        case "EdDSA", "Ed25519":
            return try OpenSSL.sign(
                message,
                ["pkeyutl", "-sign", "-rawin", "-inkey", "/dev/stdin", "-in"],
                privatePEM
            )
        case "ES256": return Self.numbers(in: try derSignature(of: message))
        default: return try derSignature(of: message)
        }
    }

    /// The signature as OpenSSL writes it. For a P-256 key it is DER.
    package func derSignature(of message: [UInt8]) throws -> [UInt8] {
        try OpenSSL.sign(message, ["dgst", "-sha256", "-sign", "/dev/stdin"], privatePEM)
    }

    /// The two numbers of a signature in DER, with 32 bytes each.
    private static func numbers(in der: [UInt8]) -> [UInt8] {
        let first = der[4..<4 + Int(der[3])]
        let second = der[(first.endIndex + 2)...]
        return [first, second].flatMap { number in
            let digits = number.drop { $0 == 0 }
            return Array(repeating: 0, count: 32 - digits.count) + digits
        }
    }
}

extension Collection<UInt8> {
    /// base64url without padding, as JSON Web Tokens use it. Does not use the code under test.
    package var base64URL: String {
        Data(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// OpenSSL's command line.
package enum OpenSSL {
    package struct Failure: Error {
        let arguments: [String]
    }

    /// Runs a command with `input` as its standard input. Returns its standard output.
    package static func run(_ arguments: [String], _ input: [UInt8] = []) throws -> [UInt8] {
        try withFile(input) { input in
            let process = try SpawnedProcess(
                URL(filePath: "/usr/bin/env"),
                ["openssl"] + arguments,
                environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"],
                input: input,
                errors: .file("/dev/null")
            )
            let output = process.output.readDataToEndOfFile()
            guard process.wait() == 0 else { throw Failure(arguments: arguments) }
            return Array(output)
        }
    }

    /// Runs a command. Its last argument is a file with the message.
    package static func sign(_ message: [UInt8], _ arguments: [String], _ input: [UInt8] = []) throws -> [UInt8] {
        try withFile(message) { try run(arguments + [$0.path], input) }
    }

    private static func withFile(_ content: [UInt8], _ body: (URL) throws -> [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "openssl-\(UUID().uuidString)")
        try Data(content).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file)
    }
}
