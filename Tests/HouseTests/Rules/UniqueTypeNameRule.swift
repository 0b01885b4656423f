/// No two types under `Sources` have the same name, whichever modules they are in. Nested types are not compared.
struct UniqueTypeNameRule: HouseRule {
    /// Names that may be used more than once. The rule reports those that are unique, so unused entries are removed.
    private let allowed: Set<String>

    init(allowed: Set<String> = []) { self.allowed = allowed }

    func violations(in project: Project) -> [Violation] {
        var paths: [String: Set<String>] = [:]
        for file in project.files where file.isSwift && file.isInSources {
            for name in Self.typeNames(in: file) { paths[name, default: []].insert(file.path) }
        }
        let duplicates = paths.filter { $0.value.count > 1 }
        let new = duplicates.filter { !allowed.contains($0.key) }.map { name, paths in
            let all = paths.sorted()
            return Violation(path: all[0], message: "\(name) is also the name of a type in \(all[1])")
        }
        let unique = allowed.subtracting(duplicates.keys).map { name in
            Violation(
                path: "Tests/HouseTests/Rules/UniqueTypeNameRule.swift",
                message: "remove \(name) from the allowed names: no two types have this name"
            )
        }
        return (new + unique).sorted { $0.description < $1.description }
    }

    /// The types that a file declares at its top level.
    private static func typeNames(in file: SourceFile) -> [String] {
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        return file.codeLines.compactMap { _, line in
            guard line.first?.isWhitespace == false else { return nil }
            let words = line.split { !($0.isLetter || $0.isNumber || "_@".contains($0)) }
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
                !words[..<kind].contains("extension")
            else { return nil }
            return String(words[kind + 1])
        }
    }
}
