/// `FairwayWire` and `FairwayClient` build on Apple platforms. They may import each other, modules that exist on
/// every platform and, inside `#if`, other system modules.
///
/// SwiftPM cannot declare platforms for a product. The other products of this package build on Linux only.
struct PlatformRule: HouseRule {
    static let modules: Set<String> = ["FairwayClient", "FairwayWire"]
    private static let everywhere: Set<String> = ["Dispatch", "Foundation", "Synchronization"]

    func violations(in project: Project) -> [Violation] {
        project.files.filter { $0.isSwift && Self.modules.contains($0.module ?? "") }.flatMap { file in
            var depth = 0
            return file.codeLines.compactMap { number, line -> Violation? in
                let text = line.drop(while: \.isWhitespace)
                if text.hasPrefix("#if") { depth += 1 }
                if text.hasPrefix("#endif") { depth -= 1 }
                guard let module = Import.module(importedBy: text), !Self.modules.contains(module) else { return nil }
                if ImportGraphRule.allowed[module] != nil {
                    return Violation(path: file.path, line: number, message: "\(module) builds on Linux only")
                }
                guard depth == 0, !Self.everywhere.contains(module) else { return nil }
                return Violation(path: file.path, line: number, message: "import \(module) inside #if canImport")
            }
        }
    }
}
