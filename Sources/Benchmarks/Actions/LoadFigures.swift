import Foundation

/// What was measured of one subject with so many connections.
struct LoadFigures: Codable, Sendable, CustomStringConvertible {
    var name: String
    var connections: Int
    var perSecond: Double
    var p50Microseconds: Double
    var p99Microseconds: Double
    var longestMicroseconds: Double
    /// Of the server, for an answer.
    var cpuMicroseconds: Double
    /// To the disk, for an answer.
    var writtenBytes: Double
    var residentMegabytes: Double

    static let heading =
        "connections  subject                       answers/s   p50 µs   p99 µs  longest ms  CPU µs  written B  RSS MB"

    var description: String {
        String(format: "%11d  ", connections) + name.padding(toLength: 28, withPad: " ", startingAt: 0)
            + String(
                format: "%11.0f %8.0f %8.0f %11.1f %7.1f %10.0f %7.0f",
                perSecond,
                p50Microseconds,
                p99Microseconds,
                longestMicroseconds / 1_000,
                cpuMicroseconds,
                writtenBytes,
                residentMegabytes
            )
    }
}
