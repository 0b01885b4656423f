import Fairway
import Foundation
import Synchronization

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

/// A file that a flag names, which is read again regularly.
final class WatchedFile: Sendable {
    private static let secondsBetweenReadings = 2.0

    private let path: String
    private let mostBytes: Int
    private let use: @Sendable ([UInt8]) throws(ConfigurationFileError) -> LogEvent
    private let report: @Sendable (Result<LogEvent, ConfigurationFileError>) -> Void
    /// The last content, or the reason why there was none.
    private let last: Mutex<Result<[UInt8], ConfigurationFileError>>

    /// Reads the file, and uses it.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - mostBytes: The limit up to which the file is read.
    ///   - use: Uses the content. Throws if it has a fault. Returns a record for the log.
    ///   - report: Called after each change of the file. A changed file with a fault is ignored.
    init(
        _ path: String,
        atMost mostBytes: Int,
        use: @escaping @Sendable ([UInt8]) throws(ConfigurationFileError) -> LogEvent,
        report: @escaping @Sendable (Result<LogEvent, ConfigurationFileError>) -> Void
    ) throws(ConfigurationFileError) {
        (self.path, self.mostBytes, self.use, self.report) = (path, mostBytes, use, report)
        let bytes = try ConfigurationFile.bytes(path, atMost: mostBytes)
        last = Mutex(.success(bytes))
        _ = try use(bytes)
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

    /// Reads the file, and uses it if it has changed.
    func read() {
        let content: Result<[UInt8], ConfigurationFileError>
        do throws(ConfigurationFileError) {
            content = .success(try ConfigurationFile.bytes(path, atMost: mostBytes))
        } catch {
            content = .failure(error)
        }
        let isChanged = last.withLock { last in
            defer { last = content }
            return last != content
        }
        guard isChanged else { return }
        do throws(ConfigurationFileError) {
            report(.success(try use(try content.get())))
        } catch {
            report(.failure(error))
        }
    }
}
