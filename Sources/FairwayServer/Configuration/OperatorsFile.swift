import Fairway
import FairwayOperators
import Foundation
import Synchronization

/// The file of `--operators`, which is read again regularly.
///
/// Each line has a name, a role and the SHA-256 of a token, separated by spaces. For the role `signal`, the names of the
/// signals may follow, separated by commas. Empty lines and lines that begin with `#` are ignored.
///
///     ada admin 1d4f0c8ab2f67d96c6c9b3a4e0d5571f2c8be9a06f13d27745c8b90e6a21f3d4
///     bank signal 8e35c2cd3bf6641bdb0e2050b76932cbb2e6034a0ddacc1d9bea82a6ba57f7cf Paid,Refunded
final class OperatorsFile: Sendable {
    private static let mostBytes = 256 << 10
    private static let secondsBetweenReadings = 2.0

    private let path: String
    private let access: OperatorAccess
    private let report: @Sendable (LogEvent) -> Void
    /// The last content, or the reason why there was none.
    private let last: Mutex<Result<[UInt8], ConfigurationFileError>>

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - access: Gets the operators of the file.
    ///   - report: Called after each change of the file.
    /// - Throws: `CommandError` if the file cannot be read, or has a fault.
    init(_ path: String, _ access: OperatorAccess, report: @escaping @Sendable (LogEvent) -> Void) throws(CommandError)
    {
        (self.path, self.access, self.report) = (path, access, report)
        do throws(ConfigurationFileError) {
            let bytes = try ConfigurationFile.bytes(path, atMost: Self.mostBytes + 1)
            last = Mutex(.success(bytes))
            access.replaceListed(try Self.keys(bytes))
        } catch {
            throw CommandError(.faultyOperators, "--operators \(path) cannot be used: \(error.reason).")
        }
    }

    /// Reads the file regularly until this object is released.
    func readRegularly(_ clock: any WallClock) {
        clock.after(Self.secondsBetweenReadings) { [weak self] in
            Task {
                self?.read()
                self?.readRegularly(clock)
            }
        }
    }

    /// Reads the file. If it has changed, the operators are replaced; a file with a fault is ignored.
    func read() {
        let content: Result<[UInt8], ConfigurationFileError>
        do throws(ConfigurationFileError) {
            content = .success(try ConfigurationFile.bytes(path, atMost: Self.mostBytes + 1))
        } catch {
            content = .failure(error)
        }
        let isChanged = last.withLock { last in
            defer { last = content }
            return last != content
        }
        guard isChanged else { return }
        do throws(ConfigurationFileError) {
            let keys = try Self.keys(try content.get())
            access.replaceListed(keys)
            report(.operatorsRead(keys.count))
        } catch {
            report(.operatorsIgnored("\(path) is ignored, and the operators stay as they were: \(error.reason)"))
        }
    }

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

/// A file that a flag names.
enum ConfigurationFile {
    /// Reads a file up to a limit, because it may be endless.
    static func bytes(_ path: String, atMost limit: Int) throws(ConfigurationFileError) -> [UInt8] {
        guard let file = fopen(path, "r") else { throw .systemError }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
        guard ferror(file) == 0 else { throw .systemError }
        return bytes
    }
}

/// The reason why a file cannot be used.
struct ConfigurationFileError: Error, Hashable {
    /// Continues the sentence "The file cannot be used: …", without its full stop.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    fileprivate static var systemError: ConfigurationFileError {
        ConfigurationFileError(String(cString: strerror(errno)))
    }
}
