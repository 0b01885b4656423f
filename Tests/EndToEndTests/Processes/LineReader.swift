import Foundation
import Synchronization

/// Reads what a process writes, a line at a time.
final class LineReader: Sendable {
    private let handle: Mutex<(file: FileHandle, rest: Data)>

    init(_ file: FileHandle) { handle = Mutex((file, Data())) }

    /// The next line; nil when the writer has gone.
    func next() -> String? {
        handle.withLock { handle in
            while true {
                if let end = handle.rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: handle.rest[..<end], as: UTF8.self)
                    handle.rest = handle.rest[(end + 1)...]
                    return line
                }
                let more = handle.file.availableData
                guard !more.isEmpty else { return nil }
                handle.rest += more
            }
        }
    }
}
