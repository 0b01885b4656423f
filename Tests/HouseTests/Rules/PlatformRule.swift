/// `FairwayWire` and `FairwayClient` build on Apple platforms. They import each other, Foundation, and parts of Swift's
/// standard library. A C library is imported inside `#if`, with one for Apple platforms.
///
/// SwiftPM cannot declare platforms for a product. The other products of this package build on Linux only.
struct PlatformRule: HouseRule {
    static let modules: Set<String> = ["FairwayClient", "FairwayWire"]
    /// Observation and Synchronization come with every Swift toolchain.
    private static let everywhere: Set<String> = ["Foundation", "Observation", "Synchronization"]
    /// The C library of each platform, and the part of Foundation that is a module of its own on Linux.
    private static let conditional: Set<String> = ["Darwin", "FoundationNetworking", "Glibc", "Musl"]

    func violations(in project: Project) -> [Violation] {
        project.files.filter { $0.isSwift && Self.modules.contains($0.module ?? "") }.flatMap(violations)
    }

    private func violations(in file: SourceFile) -> [Violation] {
        var depth = 0
        var found: [Violation] = []
        var imported: Set<String> = []
        for (number, line) in file.codeLines {
            let text = line.drop(while: \.isWhitespace)
            if text.hasPrefix("#if") { depth += 1 }
            if text.hasPrefix("#endif") { depth -= 1 }
            guard let module = Import.module(importedBy: text) else { continue }
            imported.insert(module)
            guard !Self.modules.contains(module), !Self.everywhere.contains(module) else { continue }
            if !Self.conditional.contains(module) {
                found.append(Violation(path: file.path, line: number, message: "use Foundation in place of \(module)"))
            } else if depth == 0 {
                found.append(Violation(path: file.path, line: number, message: "import \(module) inside #if canImport"))
            }
        }
        if !imported.isDisjoint(with: ["Glibc", "Musl"]), !imported.contains("Darwin") {
            found.append(Violation(path: file.path, message: "import Darwin as well, inside #if canImport(Darwin)"))
        }
        return found
    }
}
