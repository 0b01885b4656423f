import Foundation
import Glibc

/// What a process and its children have used, as the system counts it (`proc(5)`).
struct ProcessFigures {
    var cpuMicroseconds = 0.0
    var residentBytes = 0
    var writtenBytes = 0

    init(_ process: Int32) {
        for id in [process] + Self.children(of: process) {
            // What follows the name in parentheses; state is field 3, user and system time are 14 and 15.
            let fields = Self.text("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
            cpuMicroseconds += ticks * 1e6 / Double(sysconf(Int32(_SC_CLK_TCK)))
            residentBytes += Self.number("VmRSS:", in: "/proc/\(id)/status") * 1024
            writtenBytes += Self.number("write_bytes:", in: "/proc/\(id)/io")
        }
    }

    private static func children(of process: Int32) -> [Int32] {
        text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { Int32($0) }
    }

    private static func number(_ name: String, in path: String) -> Int {
        let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count).filter(\.isNumber)) } ?? 0
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
