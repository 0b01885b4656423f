/// Notes such as TODO, traps without a message, stray output, and tests that sleep or use XCTest are forbidden.
struct ForbiddenTextRule: HouseRule {
    func violations(in project: Project) -> [Violation] {
        project.files.filter(\.isSwift).flatMap { file in
            if file.isInTests { return violations(of: Self.inTests, in: file.codeLines, at: file.path) }
            guard file.isInSources, file.module != "Benchmarks" else { return [] }
            return violations(of: Self.notes, in: file.lines, at: file.path)
                + violations(of: Self.inSources, in: file.codeLines, at: file.path)
        }
    }

    private static let notes = [
        "TODO": "do it, or write an issue", "FIXME": "fix it, or write an issue", "XXX": "write what you mean",
        "HACK": "give the reason",
    ]
    private static let inSources = [
        "try!": "throw, or handle the error",
        "fatalError()": "give a message that names the programmer error",
        "print(": "use the console or the log",
    ]
    private static let inTests = [
        "sleep(": "wait for a condition, or advance the clock",
        "import XCTest": "use Swift Testing: script/test runs no other tests",
    ]

    private func violations(
        of forbidden: [String: String],
        in lines: some Sequence<(number: Int, text: Substring)>,
        at path: String
    ) -> [Violation] {
        lines.flatMap { number, line in
            forbidden.filter { contains($0.key, in: line) }.map { text, remedy in
                Violation(path: path, line: number, message: "no \(text): \(remedy)")
            }
        }
    }

    /// Matches whole words, but no methods. `Task.sleep(` and `Swift.print(` match; `sprint(` and `map.print(` do not.
    private func contains(_ text: String, in line: Substring) -> Bool {
        line.ranges(of: text).contains { range in
            let before = line[..<range.lowerBound]
            let after = line[range.upperBound...]
            if before.last.map(isPartOfWord) ?? false { return false }
            if text.last.map(isPartOfWord) ?? false, after.first.map(isPartOfWord) ?? false { return false }
            return before.last != "."
                || ["Task", "Thread", "Swift", "Glibc"].contains { before.dropLast().hasSuffix($0) }
        }
    }

    private func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
