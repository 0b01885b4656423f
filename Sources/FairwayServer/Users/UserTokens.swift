import Fairway
import Foundation
import Synchronization

/// Verifies user tokens with the keys of an identity provider.
///
/// The key set is read at the start, every ten minutes, and when a token names an unknown key. A verified token is
/// remembered until it expires or its key leaves the set.
final class UserTokens: UserTokenVerifier {
    private let source: KeySetSource
    private let rules: UserTokenRules
    private let limits: UserTokenLimits
    private let clock: any WallClock
    private let report: @Sendable (LogEvent) -> Void
    private let state: Mutex<State>

    private struct State {
        var keys: KeySet
        /// The verified tokens, by their SHA-256.
        var verified: [[UInt8]: VerifiedToken] = [:]
        /// The tokens that were verified before those.
        var older: [[UInt8]: VerifiedToken] = [:]
        /// The reading that is in progress, which concurrent calls share.
        var reading: Task<Void, Never>?
        /// The time of the last reading for an unknown key, in seconds of the monotonic clock.
        var lastUnknownKey: Double?
        var signatureChecks = 0

        /// Forgets the older half if there are too many, even tokens in use. Each of them costs another check of its signature.
        mutating func remember(_ token: VerifiedToken, as hash: [UInt8], most: Int) {
            if verified.count >= most / 2 { (older, verified) = (verified, [:]) }
            verified[hash] = token
        }
    }

    private struct VerifiedToken {
        var user: VerifiedUser
        var key: VerificationKey
    }

    /// Reads the key set.
    ///
    /// - Parameters:
    ///   - source: The place of the key set.
    ///   - rules: The conditions on a token's claims.
    ///   - limits: The limits on sizes and readings.
    ///   - clock: The time at which tokens expire, and at which the key set is read again.
    ///   - report: Called when the key set has changed, and when it cannot be read.
    /// - Throws: `CommandError` if the key set cannot be read, or has no key that can verify tokens.
    init(
        _ source: KeySetSource,
        _ rules: UserTokenRules,
        limits: UserTokenLimits = UserTokenLimits(),
        clock: any WallClock,
        report: @escaping @Sendable (LogEvent) -> Void
    ) async throws(CommandError) {
        do throws(KeySetError) {
            let keys = try KeySet(try await source.read(clock), keeping: KeySet())
            guard !keys.keys.isEmpty else { throw KeySetError(Self.withoutKeys) }
            state = Mutex(State(keys: keys))
        } catch {
            throw CommandError(.unreadableKeys, "--jwt-keys \(source) cannot be used: \(error.reason).")
        }
        (self.source, self.rules, self.limits, self.clock, self.report) = (source, rules, limits, clock, report)
    }

    private static let withoutKeys =
        "it has no key that can verify tokens; usable are RSA keys from 2048 bits, P-256 keys and Ed25519 keys"

    /// The number of signatures that were checked. Remembered tokens need no check.
    var signatureChecks: Int { state.withLock(\.signatureChecks) }

    /// Verifies a token. It suspends only to read the key set, if the token names an unknown key. At most one signature
    /// is checked, after all other conditions.
    ///
    /// - Throws: `invalid-token`.
    func verify(_ token: String) async throws(Problem) -> VerifiedUser {
        guard token.utf8.count <= limits.tokenBytes else {
            throw .invalidToken("The token is larger than \(limits.tokenBytes >> 10) KiB.")
        }
        let hash = SHA256.hash(token.utf8)
        let remembered = state.withLock { ($0.verified[hash] ?? $0.older[hash])?.user }
        if let remembered, UserTokenRules.isUnexpired(remembered.expiresAt, at: clock.now) { return remembered }
        let token = try UserToken(token)
        let user = try rules.user(of: token.claims, at: clock.now)
        let key = try await key(for: token)
        guard token.signature.count == key.signatureBytes else {
            throw .invalidToken("The length of the signature does not fit its key.")
        }
        let isSigned = key.verifies(token.signature, of: token.signedBytes, by: token.algorithm)
        let isAccepted = state.withLock { state in
            state.signatureChecks += 1
            // A reading on another thread may have removed the key.
            guard isSigned, state.keys.contains(key) else { return false }
            state.remember(VerifiedToken(user: user, key: key), as: hash, most: limits.rememberedTokens)
            return true
        }
        guard isAccepted else { throw .invalidToken("The signature is not valid.") }
        return user
    }

    /// Reads the key set regularly until this object is released.
    func readRegularly() {
        clock.after(limits.readingInterval) { [weak self] in
            guard let self else { return }
            Task {
                await self.reading().value
                self.readRegularly()
            }
        }
    }

    /// The key for a token. Reads the key set if it does not have the key that the token names.
    private func key(for token: UserToken) async throws(Problem) -> VerificationKey {
        let keys = state.withLock(\.keys)
        guard let id = token.keyID, !keys.hasKey(named: id) else { return try keys.key(for: token) }
        await readingForUnknownKey()?.value
        return try state.withLock(\.keys).key(for: token)
    }

    /// The reading in progress, or a new one.
    private func reading() -> Task<Void, Never> { state.withLock { reading(&$0) } }

    /// The reading in progress, or a new one if the last one for an unknown key was long enough ago; otherwise nil.
    private func readingForUnknownKey() -> Task<Void, Never>? {
        let now = clock.secondsPassed
        return state.withLock { state in
            if let reading = state.reading { return reading }
            if let last = state.lastUnknownKey, now - last < limits.unknownKeyInterval { return nil }
            state.lastUnknownKey = now
            return reading(&state)
        }
    }

    private func reading(_ state: inout State) -> Task<Void, Never> {
        if let reading = state.reading { return reading }
        let reading = Task { await self.read() }
        state.reading = reading
        return reading
    }

    /// Reads the key set, and forgets the tokens of keys that it no longer has. A failure keeps the last set.
    private func read() async {
        let result: Result<KeySet, KeySetError>
        do throws(KeySetError) {
            result = .success(try KeySet(try await source.read(clock), keeping: state.withLock(\.keys)))
        } catch {
            result = .failure(error)
        }
        let now = clock.now
        let event = state.withLock { state in
            let event = LogEvent.keySetRead(result, since: state.keys, source)
            if case .success(let keys) = result { state.keys = keys }
            let isValid = { [keys = state.keys] (token: VerifiedToken) in
                keys.contains(token.key) && UserTokenRules.isUnexpired(token.user.expiresAt, at: now)
            }
            state.verified = state.verified.filter { isValid($0.value) }
            state.older = state.older.filter { isValid($0.value) }
            state.reading = nil
            return event
        }
        if let event { report(event) }
    }
}

/// The limits on user tokens and their keys.
struct UserTokenLimits: Sendable {
    /// A larger token is refused before it is decoded.
    var tokenBytes = 8 << 10
    /// The verified tokens that are remembered.
    var rememberedTokens = 16_384
    /// Seconds between regular readings of the key set.
    var readingInterval = 600.0
    /// Seconds between readings that unknown keys cause.
    var unknownKeyInterval = 60.0
}

extension LogEvent {
    /// A key set that has changed or cannot be read; nil if it is unchanged.
    fileprivate static func keySetRead(
        _ result: Result<KeySet, KeySetError>,
        since earlier: KeySet,
        _ source: KeySetSource
    ) -> LogEvent? {
        switch result {
        case .failure(let error):
            return LogEvent(.warning, "reading user keys failed") { line in
                line.add(.cause, "\(source): \(error.reason); the last keys stay in use")
            }
        case .success(let keys):
            guard !keys.isSame(as: earlier) else { return nil }
            return LogEvent(keys.keys.isEmpty ? .error : .info, "user keys changed") { line in
                line.add(.count, keys.keys.count)
            }
        }
    }
}
