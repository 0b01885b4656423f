import Foundation
import Synchronization

/// Reads the output of a process line by line.
final class LineReader: Sendable {
    private let handle: Mutex<(file: FileHandle, rest: Data)>

    init(_ file: FileHandle) { handle = Mutex((file, Data())) }

    /// The next line; nil at the end of the output.
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
