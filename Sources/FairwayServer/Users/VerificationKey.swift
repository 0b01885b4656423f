import COpenSSL
import Fairway
import FairwayWire

/// A public key of the identity provider (RFC 7517).
final class VerificationKey: Sendable {
    let description: Description

    /// An `EVP_PKEY` of OpenSSL.
    ///
    /// `nonisolated(unsafe)`, because it never changes, and OpenSSL allows its use from any thread.
    private nonisolated(unsafe) let key: OpaquePointer

    /// The members of a JSON Web Key that matter for verification.
    struct Description: Hashable, Sendable {
        var id: String?
        /// The only algorithm of the key; nil if it fits all algorithms of its type.
        var algorithm: SignatureAlgorithm?
        var numbers: Numbers
    }

    /// The numbers of a public key, big-endian.
    enum Numbers: Hashable, Sendable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
        case ed25519([UInt8])

        fileprivate var algorithms: [SignatureAlgorithm] {
            switch self {
            case .rsa: [.rs256, .ps256]
            case .p256: [.es256]
            case .ed25519: [.edDSA]
            }
        }
    }

    private static let coordinateBytes = 32
    /// Shorter keys are not secure. Verification with longer ones would occupy an event loop for milliseconds.
    private static let modulusBits = 2_048...8_192
    private static let mostExponentBytes = 8

    /// Creates a key; nil if OpenSSL rejects its numbers, for example because a point is not on the curve.
    init?(_ description: Description) {
        guard let key = Self.parse(DER.publicKey(description.numbers)) else { return nil }
        self.description = description
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        description.algorithm.map { $0 == algorithm } ?? description.numbers.algorithms.contains(algorithm)
    }

    /// The length of the key's signatures.
    var signatureBytes: Int {
        switch description.numbers {
        case .rsa: Int(EVP_PKEY_get_size(key))
        case .p256, .ed25519: 2 * Self.coordinateBytes
        }
    }

    /// Whether the signature is this key's signature of the message.
    func verifies(_ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        guard fits(algorithm), signature.count == signatureBytes, let context = EVP_MD_CTX_new() else { return false }
        // RFC 7518, section 3.4: an ECDSA signature is two numbers without a frame.
        let signature = algorithm == .es256 ? DER.signature(signature) : signature
        defer {
            EVP_MD_CTX_free(context)
            // The error queue belongs to the thread. A failed verification must not appear as an error of a later call.
            ERR_clear_error()
        }
        var keyContext: OpaquePointer?
        let digest = algorithm == .edDSA ? nil : "SHA256"
        return withExtendedLifetime(self) {
            guard EVP_DigestVerifyInit_ex(context, &keyContext, digest, nil, nil, key, nil) == 1,
                algorithm != .ps256 || Self.usePSS(keyContext)
            else { return false }
            return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
    }

    /// RFC 7518, section 3.5: the salt is as long as the digest.
    private static func usePSS(_ context: OpaquePointer?) -> Bool {
        EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
    }

    private static func parse(_ der: [UInt8]) -> OpaquePointer? {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_PUBKEY(nil, &next, bytes.count)
        }
    }
}

extension VerificationKey.Description {
    /// Reads a JSON Web Key; nil if this server cannot verify user tokens with it: it has another type, another use or
    /// another algorithm, or a member is invalid.
    init?(_ key: JSONObject) {
        guard key["use"].map({ $0 == "sig" }) != false, key["key_ops"].map(Self.allowVerifying) != false,
            key["kid"].map({ $0.string != nil }) != false, let numbers = VerificationKey.Numbers(key)
        else { return nil }
        (id, self.numbers) = (key["kid"]?.string, numbers)
        guard let name = key["alg"] else { return }
        algorithm = name.string.flatMap(SignatureAlgorithm.init(name:))
        guard let algorithm, numbers.algorithms.contains(algorithm) else { return nil }
    }

    private static func allowVerifying(_ operations: JSONValue) -> Bool {
        operations.array?.contains("verify") == true
    }
}

extension VerificationKey.Numbers {
    /// Reads the numbers (RFC 7518, section 6; RFC 8037, section 2); nil if the key is too weak or has another type.
    fileprivate init?(_ key: JSONObject) {
        switch (key["kty"]?.string, key["crv"]?.string) {
        case ("RSA"?, _):
            guard let modulus = Self.number(key["n"]), let exponent = Self.number(key["e"]) else { return nil }
            guard VerificationKey.isUsable(modulus: modulus, exponent: exponent) else { return nil }
            self = .rsa(modulus: modulus, exponent: exponent)
        case ("EC"?, "P-256"?):
            guard let x = Self.coordinate(key["x"]), let y = Self.coordinate(key["y"]) else { return nil }
            self = .p256(x: x, y: y)
        case ("OKP"?, "Ed25519"?):
            guard let x = Self.coordinate(key["x"]), !VerificationKey.hasSmallOrder(x) else { return nil }
            self = .ed25519(x)
        default: return nil
        }
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? { value?.string.flatMap { Base64URL.decode($0.utf8) } }

    /// A number without its leading zeros, which some providers write.
    private static func number(_ value: JSONValue?) -> [UInt8]? { bytes(value).map { Array($0.drop { $0 == 0 }) } }

    private static func coordinate(_ value: JSONValue?) -> [UInt8]? {
        bytes(value).flatMap { $0.count == VerificationKey.coordinateBytes ? $0 : nil }
    }
}

extension VerificationKey {
    /// Both numbers of an RSA key are odd. With an exponent of 1, every message would be its own signature.
    fileprivate static func isUsable(modulus: [UInt8], exponent: [UInt8]) -> Bool {
        let bits = 8 * modulus.count - (modulus.first?.leadingZeroBitCount ?? 0)
        return modulusBits.contains(bits) && exponent.count <= mostExponentBytes && exponent != [1]
            && [modulus, exponent].allSatisfy { $0.last?.isMultiple(of: 2) == false }
    }

    /// Whether an Ed25519 key is a point whose order divides 8. Anybody could sign for such a key: one signature fits one
    /// in eight messages, or every message. OpenSSL accepts it.
    fileprivate static func hasSmallOrder(_ point: [UInt8]) -> Bool {
        // The highest bit is the sign of x. Both signs have the same order.
        smallOrderCoordinates.contains(point.dropLast() + [point[coordinateBytes - 1] & 0x7F])
    }

    /// The y coordinates of the eight points, little-endian: 0, 1 and -1, also as numbers above the prime 2^255 - 19, and
    /// those of the points of order 8.
    private static let smallOrderCoordinates: Set<[UInt8]> = [
        [0] + Array(repeating: 0, count: 31),
        [1] + Array(repeating: 0, count: 31),
        [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + Array(repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + Array(repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]
}

/// The binary encoding (ITU-T X.690) in which OpenSSL takes public keys (RFC 5280, section 4.1.2.7) and ECDSA signatures
/// (RFC 3279, section 2.2.3).
private enum DER {
    /// OIDs with their parameters: `rsaEncryption`, `id-ecPublicKey` with `prime256v1`, and `id-Ed25519`.
    private static let rsaEncryption: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 0x05, 0]
    private static let p256: [UInt8] =
        [0x06, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1, 0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
    private static let ed25519: [UInt8] = [0x06, 3, 0x2B, 0x65, 0x70]

    static func publicKey(_ numbers: VerificationKey.Numbers) -> [UInt8] {
        let (algorithm, key): ([UInt8], [UInt8]) =
            switch numbers {
            case .rsa(let modulus, let exponent): (rsaEncryption, sequence(integer(modulus) + integer(exponent)))
            case .p256(let x, let y): (p256, [4] + x + y)
            case .ed25519(let point): (ed25519, point)
            }
        return sequence(sequence(algorithm) + element(0x03, [0] + key))
    }

    /// Two numbers of equal length.
    static func signature(_ numbers: [UInt8]) -> [UInt8] {
        let (r, s) = (numbers.prefix(numbers.count / 2), numbers.suffix(numbers.count / 2))
        return sequence(integer(r) + integer(s))
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }

    private static func integer(_ number: some Sequence<UInt8>) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        // A first bit of 1 would make the number negative, and zero has one digit.
        return element(0x02, (digits.first.map { $0 < 0x80 } ?? false) ? digits : [0] + digits)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let size = content.count
        let length: [UInt8] =
            size < 0x80
            ? [UInt8(size)]
            : size < 0x100 ? [0x81, UInt8(size)] : [0x82, UInt8(truncatingIfNeeded: size >> 8), UInt8(size & 0xFF)]
        return [tag] + length + content
    }
}
