/// An `import` line of a file under `Sources`.
struct Import: Equatable {
    /// The module that the file is part of.
    let importer: String
    let module: String
    let path: String
    let line: Int

    static func all(in file: SourceFile) -> [Import] {
        guard let importer = file.module else { return [] }
        return file.codeLines.compactMap { number, line in
            module(importedBy: line).map { Import(importer: importer, module: $0, path: file.path, line: number) }
        }
    }

    /// `B` for `@testable public import struct B.C`; nil for a line of another kind.
    static func module(importedBy line: Substring) -> String? {
        let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
        let words = line.split(whereSeparator: \.isWhitespace).drop { $0.hasPrefix("@") || modifiers.contains($0) }
        guard words.first == "import" else { return nil }
        return words.dropFirst().first { !kinds.contains($0) }.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }
}
