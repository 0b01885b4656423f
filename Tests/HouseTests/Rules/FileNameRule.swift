/// A file is named after a type that it declares, `Type.swift`, or extends, `Type+Capability.swift`.
struct FileNameRule: HouseRule {
    func violations(in project: Project) -> [Violation] {
        project.files.filter { $0.isSwift && ($0.isInSources || $0.isInTests) }.compactMap { file in
            let type = file.stem.prefix { $0 != "+" }
            let mayExtend = type.count < file.stem.count
            guard !declares(type, in: file, mayExtend: mayExtend) else { return nil }
            return Violation(path: file.path, message: "declares no type \(type)")
        }
    }

    private func declares(_ type: Substring, in file: SourceFile, mayExtend: Bool) -> Bool {
        file.codeLines.contains { _, line in
            // `extension Log.Limits` may be in a file named after `Log` or after `Limits`.
            let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            return words.indices.dropLast().contains { index in
                switch words[index] {
                case "struct", "class", "enum", "actor", "protocol", "typealias": words[index + 1] == type
                case "extension": mayExtend && words[(index + 1)...].prefix(2).contains(type)
                default: false
                }
            }
        }
    }
}
