import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Bytes from standard input, when they are asked for.
enum StandardInput {
    /// The most bytes at once.
    private static let mostBytes = 4_096

    /// Reads once, on a thread that may stand still. Nothing means that there is no more.
    static func read(_ take: @escaping @Sendable ([UInt8]) -> Void) {
        DispatchQueue.global().async {
            var buffer = [UInt8](repeating: 0, count: mostBytes)
            var count = -1
            repeat { count = systemRead(STDIN_FILENO, &buffer, buffer.count) } while count < 0 && errno == EINTR
            take(Array(buffer.prefix(max(0, count))))
        }
    }
}

/// `read(2)`, by a name that the function above does not hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
