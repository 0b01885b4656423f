import Fairway
import FairwayEvents
import FairwayWire
import Foundation

/// The file of `--webhooks`, which is read again regularly: a JSON array of the systems that receive events.
///
///     [{"url": "https://crm.example/hook", "secrets": ["whsec_…"], "kinds": ["action"], "flows": ["Checkout"], "body": "thin"}]
final class WebhooksFile: Sendable {
    private static let mostBytes = 256 << 10

    private let file: WatchedFile

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - webhooks: Gets the receivers of the file.
    ///   - report: Called after each change of the file.
    /// - Throws: `CommandError` if the file cannot be read, or has a fault.
    init(_ path: String, _ webhooks: Webhooks, report: @escaping @Sendable (LogEvent) -> Void) throws(CommandError) {
        do throws(ConfigurationFileError) {
            file = try WatchedFile(path, atMost: Self.mostBytes + 1) { bytes throws(ConfigurationFileError) in
                let receivers = try Self.receivers(bytes)
                webhooks.replace(receivers)
                return .webhooksRead(receivers.count)
            } report: { change in
                switch change {
                case .success(let event): report(event)
                case .failure(let error):
                    report(.webhooksIgnored("\(path) is ignored, and the webhooks stay as they were: \(error.reason)"))
                }
            }
        } catch {
            throw CommandError(.faultyWebhooks, "--webhooks \(path) cannot be used: \(error.reason).")
        }
    }

    /// Reads the file regularly until this object is released.
    func readRegularly(_ clock: any WallClock) { file.readRegularly(clock) }

    /// Reads the file. If it has changed, the receivers are replaced; a file with a fault is ignored.
    func read() { file.read() }

    /// The receivers of a file's content.
    static func receivers(_ bytes: [UInt8]) throws(ConfigurationFileError) -> [WebhookReceiver] {
        guard bytes.count <= mostBytes else {
            throw ConfigurationFileError("it is larger than \(mostBytes >> 10) KiB")
        }
        guard let entries = try? JSON.decode(JSONValue.self, from: bytes, limits: .standard).array else {
            throw ConfigurationFileError("it is not a JSON array")
        }
        guard entries.count <= WebhookLimits.receivers else {
            throw ConfigurationFileError("it has more than \(WebhookLimits.receivers) webhooks")
        }
        var receivers: [WebhookReceiver] = []
        for (index, entry) in entries.enumerated() {
            let receiver: WebhookReceiver
            do throws(ConfigurationFileError) {
                receiver = try WebhookReceiver(entry)
            } catch {
                throw ConfigurationFileError("webhook \(index + 1) \(error.reason)")
            }
            if let other = receivers.firstIndex(where: { $0.id == receiver.id }) {
                throw ConfigurationFileError("webhook \(index + 1) has the URL of webhook \(other + 1)")
            }
            receivers.append(receiver)
        }
        return receivers
    }
}

extension WebhookReceiver {
    private static let mostURLBytes = 2_000
    private static let secretCount = 1...10
    /// Shorter secrets can be guessed.
    private static let keyBytes = 16...128
    private static let mostNames = 100

    /// Reads an entry of the file. The reason of an error begins with a verb. It shows nothing of the URL and the secrets.
    fileprivate init(_ entry: JSONValue) throws(ConfigurationFileError) {
        guard let entry = entry.object else { throw ConfigurationFileError("is not an object") }
        let names = ["url", "secrets", "kinds", "flows", "body"]
        guard entry.members.allSatisfy({ names.contains($0.name) }) else {
            throw ConfigurationFileError("has a member other than \(names.joined(separator: ", "))")
        }
        guard let text = entry["url"]?.string, text.utf8.count <= Self.mostURLBytes, let url = URL(called: text) else {
            throw ConfigurationFileError(
                "needs a `url` like https://example.org/hook, without credentials and fragment; http is for addresses of this "
                    + "machine only"
            )
        }
        let secrets = entry["secrets"]?.array ?? []
        let keys = secrets.compactMap(\.string).compactMap(Self.key)
        guard Self.secretCount.contains(secrets.count), keys.count == secrets.count else {
            throw ConfigurationFileError(
                "needs `secrets`: 1 to \(Self.secretCount.upperBound) texts like whsec_…, each with \(Self.keyBytes.lowerBound) to "
                    + "\(Self.keyBytes.upperBound) bytes in base64"
            )
        }
        let known = ChangeKind.allCases.map(\.name)
        let kinds = try Self.names("kinds", of: entry)
        guard kinds?.allSatisfy(known.contains) ?? true else {
            throw ConfigurationFileError("has a kind other than \(known.joined(separator: ", "))")
        }
        var body = Body.full
        if let value = entry["body"] {
            guard let wanted = value.string.flatMap(Body.init) else {
                throw ConfigurationFileError("has a `body` other than full and thin")
            }
            body = wanted
        }
        self.init(url, keys: keys, kinds: kinds, flows: try Self.names("flows", of: entry), body: body)
    }

    /// The bytes of a secret: `whsec_` and base64, with or without padding.
    private static func key(_ secret: String) -> [UInt8]? {
        guard secret.hasPrefix("whsec_") else { return nil }
        let digits = secret.dropFirst(6).prefix { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
        guard let key = Data(base64Encoded: digits + padding), keyBytes.contains(key.count) else { return nil }
        return Array(key)
    }

    private static func names(
        _ member: String,
        of entry: JSONObject
    ) throws(ConfigurationFileError) -> Set<String>? {
        guard let value = entry[member], value != .null else { return nil }
        let names = value.array?.compactMap(\.string) ?? []
        guard (1...mostNames).contains(names.count), names.count == value.array?.count, !names.contains("") else {
            throw ConfigurationFileError("has `\(member)` that are not a list of 1 to \(mostNames) names")
        }
        return Set(names)
    }
}

extension LogEvent {
    fileprivate static func webhooksRead(_ count: Int) -> LogEvent {
        LogEvent(.info, "webhooks read") { $0.add(.count, count) }
    }

    fileprivate static func webhooksIgnored(_ reason: String) -> LogEvent {
        LogEvent(.warning, "webhooks not read") { $0.add(.cause, reason) }
    }
}
