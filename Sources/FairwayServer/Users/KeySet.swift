import Fairway
import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The public keys of an identity provider: a JWK set (RFC 7517, section 5).
struct KeySet: Sendable {
    private(set) var keys: [VerificationKey] = []

    /// The limit on the keys in a set, including those that are ignored. Providers publish two or three.
    static let mostKeys = 256

    /// No keys.
    init() {}

    /// Reads a key set. Keys that cannot verify user tokens are ignored. Keys that `earlier` has as well are the same
    /// objects.
    init(_ bytes: [UInt8], keeping earlier: KeySet) throws(KeySetError) {
        guard let document = try? JSON.decode(JSONValue.self, from: bytes, limits: .standard),
            let members = document["keys"]?.array
        else { throw KeySetError("it is not a JSON Web Key Set: a JSON object with an array `keys`") }
        guard members.count <= Self.mostKeys else { throw KeySetError("it has more than \(Self.mostKeys) keys") }
        for description in members.compactMap(\.object).compactMap(VerificationKey.Description.init) {
            guard !keys.contains(where: { $0.description == description }) else { continue }
            let known = earlier.keys.first { $0.description == description }
            if let key = known ?? VerificationKey(description) { keys.append(key) }
        }
    }

    func contains(_ key: VerificationKey) -> Bool { keys.contains { $0 === key } }

    /// Whether both have the same keys, in any order.
    func isSame(as other: KeySet) -> Bool { keys.count == other.keys.count && keys.allSatisfy(other.contains) }

    func hasKey(named id: String) -> Bool { keys.contains { $0.description.id?.hasSameBytes(as: id) == true } }

    /// The only key that fits a token, among the keys that its `kid` names, or among all if it has none.
    func key(for token: UserToken) throws(Problem) -> VerificationKey {
        if let id = token.keyID, !hasKey(named: id) { throw .invalidToken("The key set has no key with this `kid`.") }
        let fitting = keys.filter { key in
            key.fits(token.algorithm) && (token.keyID.map { key.description.id?.hasSameBytes(as: $0) == true } ?? true)
        }
        guard let key = fitting.first, fitting.count == 1 else {
            throw .invalidToken(
                fitting.isEmpty
                    ? "`alg` is not the algorithm of the token's key." : "Several keys fit the token. It needs a `kid`."
            )
        }
        return key
    }
}

/// The reason why a key set cannot be read.
struct KeySetError: Error, Equatable {
    /// Continues the sentence "The keys cannot be used: …", without its full stop.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The place of a key set.
enum KeySetSource: Hashable, Sendable {
    case file(String)
    case url(URL)
    /// The key set of an identity provider in this process.
    case local([UInt8])

    /// The limit on a key set's size.
    static let mostBytes = 1 << 20

    /// Parses a path or a URL. A URL begins with `https://`, or with `http://` and a loopback address, because the network
    /// could replace keys that are not encrypted. Nil if the URL is another one, or has credentials or a fragment.
    init?(_ text: String) {
        guard text.contains("://") else {
            guard !text.isEmpty else { return nil }
            self = .file(text)
            return
        }
        guard let url = URL(called: text) else { return nil }
        self = .url(url)
    }

    /// Reads the bytes of the key set.
    func read(_ clock: any WallClock) async throws(KeySetError) -> [UInt8] {
        let bytes: [UInt8]
        switch self {
        case .file(let path):
            do throws(ConfigurationFileError) {
                bytes = try ConfigurationFile.bytes(path, atMost: Self.mostBytes + 1)
            } catch {
                throw KeySetError(error.reason)
            }
        case .url(let url): bytes = try await Self.download(url, clock)
        case .local(let keySet): bytes = keySet
        }
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        return bytes
    }

    private static func download(_ url: URL, _ clock: any WallClock) async throws(KeySetError) -> [UInt8] {
        let answer: OutgoingAnswer
        do throws(OutgoingCallError) {
            answer = try await OutgoingCall.answer(to: URLRequest(url: url), clock)
        } catch {
            throw error == .tooLarge ? .tooLarge : KeySetError(error.reason)
        }
        guard !answer.isCompressed else { throw KeySetError("the answer is compressed") }
        guard answer.status == 200 else {
            throw KeySetError("the answer has the status \(answer.status), not 200")
        }
        return answer.body
    }
}

extension KeySetSource: CustomStringConvertible {
    /// The path or the URL.
    var description: String {
        switch self {
        case .file(let path): path
        case .url(let url): url.absoluteString
        case .local: "of this process"
        }
    }
}

extension KeySetError {
    fileprivate static let tooLarge = KeySetError("it is larger than \(KeySetSource.mostBytes >> 20) MiB")
}
