/// Documentation of a public function describes all of its parameters or none. DocC checks this too, but takes minutes.
struct ParameterDocumentationRule: HouseRule {
    func violations(in project: Project) -> [Violation] {
        project.files.filter { $0.isSwift && $0.isInSources }.flatMap { file in
            Documented.all(in: file).compactMap { documented in
                guard !documented.names.isEmpty, documented.names != documented.parameters else { return nil }
                let parameters = documented.parameters.joined(separator: ", ")
                return Violation(
                    path: file.path,
                    line: documented.line,
                    message: "document all of \(parameters), in this order, or none"
                )
            }
        }
    }

    /// A public function or initializer.
    private struct Documented {
        let line: Int
        /// The documented parameters.
        let names: [String]
        /// The actual parameters.
        let parameters: [String]

        static func all(in file: SourceFile) -> [Documented] {
            let lines = file.lines.map(\.text)
            let code = file.codeLines.map(\.text)
            var found: [Documented] = []
            var names: [String] = []
            var isInPublicProtocol = false
            for (index, line) in lines.enumerated() {
                let text = line.drop { $0 == " " }
                if text.hasPrefix("///") {
                    names += Self.names(in: text)
                } else if !text.isEmpty, !text.hasPrefix("@") {
                    if line.hasPrefix("public protocol") { isInPublicProtocol = true }
                    if line.hasPrefix("}") { isInPublicProtocol = false }
                    let words = code[index].split { !$0.isLetter && $0 != "_" }
                    let isFunction = words.contains { ["func", "init", "subscript"].contains($0) }
                    if isFunction, isInPublicProtocol || words.contains("public") {
                        let signature = code[index...].joined(separator: "\n")
                        found.append(
                            Documented(line: index + 1, names: names, parameters: Self.parameters(of: signature))
                        )
                    }
                    names = []
                }
            }
            return found
        }

        /// `a` of `/// - Parameter a: …` and of `///   - a: …`, in the spellings that DocC recognises.
        private static func names(in comment: Substring) -> [String] {
            if let one = comment.wholeMatch(of: /\/\/\/ - Parameter (\w+):.*/) { return [String(one.1)] }
            if let one = comment.wholeMatch(of: /\/\/\/ {3,}- (\w+):.*/) { return [String(one.1)] }
            return []
        }

        /// The internal names: `c` and `d` of `func a<B>(b c: B = B(), _ d: [E])`.
        private static func parameters(of signature: String) -> [String] {
            guard let start = signature.firstIndex(of: "(") else { return [] }
            var depth = 1
            var parts = [""]
            for character in signature[start...].dropFirst().replacing("->", with: "") {
                if "([{<".contains(character) { depth += 1 }
                if ")]}>".contains(character) { depth -= 1 }
                if depth == 0 { break }
                if character == ",", depth == 1 { parts.append("") } else { parts[parts.count - 1].append(character) }
            }
            return parts.compactMap { part in
                part.prefix { $0 != ":" }.split(whereSeparator: \.isWhitespace).last.map(String.init)
            }
        }
    }
}
