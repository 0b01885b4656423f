import Fairway
import FairwayOperators
import Foundation

/// The file of `--operators`, which is read again regularly.
///
/// Each line has a name, a role and the SHA-256 of a token, separated by spaces. For the role `signal`, the names of the
/// signals may follow, separated by commas. Empty lines and lines that begin with `#` are ignored.
///
///     ada admin 1d4f0c8ab2f67d96c6c9b3a4e0d5571f2c8be9a06f13d27745c8b90e6a21f3d4
///     bank signal 8e35c2cd3bf6641bdb0e2050b76932cbb2e6034a0ddacc1d9bea82a6ba57f7cf Paid,Refunded
final class OperatorsFile: Sendable {
    private static let mostBytes = 256 << 10

    private let file: WatchedFile

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - access: Gets the operators of the file.
    ///   - report: Called after each change of the file.
    /// - Throws: `CommandError` if the file cannot be read, or has a fault.
    init(_ path: String, _ access: OperatorAccess, report: @escaping @Sendable (LogEvent) -> Void) throws(CommandError)
    {
        do throws(ConfigurationFileError) {
            file = try WatchedFile(path, atMost: Self.mostBytes + 1) { bytes throws(ConfigurationFileError) in
                let keys = try Self.keys(bytes)
                access.replaceListed(keys)
                return .operatorsRead(keys.count)
            } report: { change in
                switch change {
                case .success(let event): report(event)
                case .failure(let error):
                    report(
                        .operatorsIgnored("\(path) is ignored, and the operators stay as they were: \(error.reason)")
                    )
                }
            }
        } catch {
            throw CommandError(.faultyOperators, "--operators \(path) cannot be used: \(error.reason).")
        }
    }

    /// Reads the file regularly until this object is released.
    func readRegularly(_ clock: any WallClock) { file.readRegularly(clock) }

    /// Reads the file. If it has changed, the operators are replaced; a file with a fault is ignored.
    func read() { file.read() }

    /// The operators of a file's content.
    static func keys(_ bytes: [UInt8]) throws(ConfigurationFileError) -> [OperatorKey] {
        guard bytes.count <= mostBytes else {
            throw ConfigurationFileError("it is larger than \(mostBytes >> 10) KiB")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationFileError("it is not UTF-8")
        }
        var keys: [OperatorKey] = []
        var lines: [[UInt8]: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let parts = line.split(whereSeparator: \.isWhitespace)
            guard let first = parts.first, !first.hasPrefix("#") else { continue }
            let number = index + 1
            let key = try key(parts, line: number)
            if let other = lines.updateValue(number, forKey: key.tokenHash) {
                throw ConfigurationFileError("line \(number) has the token of line \(other)")
            }
            keys.append(key)
        }
        return keys
    }

    private static func key(_ parts: [Substring], line: Int) throws(ConfigurationFileError) -> OperatorKey {
        guard parts.count == 3 || parts.count == 4 && parts[1] == OperatorRole.signal.rawValue else {
            throw ConfigurationFileError(
                "line \(line) has \(parts.count) part\(parts.count == 1 ? "" : "s") instead of 3: a name, a role, and the "
                    + "SHA-256 of a token"
            )
        }
        guard parts[0].utf8.count <= 64 else {
            throw ConfigurationFileError("line \(line) has a name of more than 64 bytes")
        }
        guard let role = OperatorRole(rawValue: String(parts[1])) else {
            throw ConfigurationFileError("line \(line) has a role other than view, support, admin and signal")
        }
        guard let hash = hash(parts[2]) else {
            throw ConfigurationFileError(
                "line \(line) \(parts.count == 3 ? "does not end with" : "lacks") a SHA-256 of 64 hexadecimal digits"
            )
        }
        var `operator` = Operator(name: String(parts[0]), role: role)
        if parts.count == 4 {
            let signals = parts[3].split(separator: ",", omittingEmptySubsequences: false)
            guard !signals.contains("") else {
                throw ConfigurationFileError("line \(line) has an empty name in its list of signals")
            }
            `operator`.signals = Set(signals.map(String.init))
        }
        return OperatorKey(operator: `operator`, tokenHash: hash)
    }

    private static func hash(_ digits: Substring) -> [UInt8]? {
        let values = digits.compactMap(\.hexDigitValue)
        // There are hexadecimal digits outside of ASCII.
        guard values.count == 64, digits.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}

extension LogEvent {
    fileprivate static func operatorsRead(_ count: Int) -> LogEvent {
        LogEvent(.info, "operators read") { $0.add(.count, count) }
    }

    fileprivate static func operatorsIgnored(_ reason: String) -> LogEvent {
        LogEvent(.warning, "operators not read") { $0.add(.cause, reason) }
    }
}
