import Fairway
import FairwayClient
import FairwayWire
import Foundation
import Synchronization

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
    /// The time for a download.
    static let downloadSeconds = 10.0

    /// Parses a path or a URL. A URL begins with `https://`, or with `http://` and a loopback address, because the network
    /// could replace keys that are not encrypted. Nil if the URL is another one, or has credentials or a fragment.
    init?(_ text: String) {
        guard let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound].lowercased() }) else {
            guard !text.isEmpty else { return nil }
            self = .file(text)
            return
        }
        guard let url = URL(string: text), let host = url.host, !host.isEmpty, url.user == nil, url.fragment == nil,
            scheme == "https" || scheme == "http" && LoopbackAddress.includes(host)
        else { return nil }
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
        case .url(let url): bytes = try await KeySetDownload(url, clock).bytes()
        case .local(let keySet): bytes = keySet
        }
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        return bytes
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

/// A download of a key set. Redirects are not followed: the keys come from the configured address only.
private final class KeySetDownload: NSObject, URLSessionDataDelegate, Sendable {
    private let url: URL
    private let clock: any WallClock
    /// The delegate queue. It is serial.
    private let queue = OperationQueue()
    private let state = Mutex(State())

    private struct State {
        var received: [UInt8] = []
        var status: Int?
        var isCompressed = false
        /// Nil after the download has ended.
        var task: URLSessionTask?
        var caller: CheckedContinuation<Result<[UInt8], KeySetError>, Never>?
        var isTooLate = false
    }

    init(_ url: URL, _ clock: any WallClock) {
        self.url = url
        self.clock = clock
        queue.maxConcurrentOperationCount = 1
    }

    func bytes() async throws(KeySetError) -> [UInt8] {
        let configuration = URLSessionConfiguration.ephemeral
        // Linux's Foundation looks up a cache on another queue, and crashes if the task is cancelled meanwhile.
        configuration.urlCache = nil
        // The clock below limits the whole download. This timeout would restart with each byte.
        configuration.timeoutIntervalForRequest = 3_600
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        var request = URLRequest(url: url)
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let task = session.dataTask(with: request)
        let timeout = clock.after(KeySetSource.downloadSeconds) { [weak self] in self?.giveUp() }
        let result = await withCheckedContinuation { caller in
            state.withLock { ($0.task, $0.caller) = (task, caller) }
            task.resume()
            session.finishTasksAndInvalidate()
        }
        timeout.cancel()
        return try result.get()
    }

    private func giveUp() {
        queue.addOperation { [self] in
            let task = state.withLock { state in
                state.isTooLate = state.task != nil
                return state.task
            }
            task?.cancelOnDelegateQueue()
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Linux's Foundation crashes if the redirect of a cancelled task is answered.
        if task.state == .running { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let response = response as? HTTPURLResponse
        let coding = response?.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
        state.withLock { ($0.status, $0.isCompressed) = (response?.statusCode, coding != "identity") }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isRefused = state.withLock { state in
            guard state.received.count <= KeySetSource.mostBytes, !state.isCompressed else { return true }
            state.received += data
            return state.received.count > KeySetSource.mostBytes
        }
        if isRefused { dataTask.cancelOnDelegateQueue() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (caller, result) = state.withLock { state in
            defer { (state.task, state.caller) = (nil, nil) }
            return (state.caller, Self.result(of: state, error))
        }
        caller?.resume(returning: result)
    }

    private static func result(of state: State, _ error: (any Error)?) -> Result<[UInt8], KeySetError> {
        if state.isTooLate {
            return .failure(KeySetError("there was no complete answer within \(Int(KeySetSource.downloadSeconds)) s"))
        }
        // A few bytes could expand to any number.
        if state.isCompressed { return .failure(KeySetError("the answer is compressed")) }
        if state.received.count > KeySetSource.mostBytes { return .failure(.tooLarge) }
        if let error {
            let text = error.localizedDescription
            return .failure(KeySetError(text.hasSuffix(".") ? String(text.dropLast()) : text))
        }
        guard state.status == 200 else {
            return .failure(KeySetError("the answer has the status \(state.status ?? 0), not 200"))
        }
        return .success(state.received)
    }
}
