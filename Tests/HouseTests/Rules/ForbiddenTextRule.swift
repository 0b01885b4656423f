/// What may not stand in a file: notes to oneself, traps without a reason, stray output, and tests that sleep.
struct ForbiddenTextRule: HouseRule {
    func violations(in project: Project) -> [Violation] {
        project.files.filter(\.isSwift).flatMap { file in
            if file.isInTests { return violations(of: Self.inTests, in: file.codeLines, at: file.path) }
            guard file.isInSources, file.room != "Benchmarks" else { return [] }
            return violations(of: Self.notes, in: file.lines, at: file.path)
                + violations(of: Self.inSources, in: file.codeLines, at: file.path)
        }
    }

    private static let notes = [
        "TODO": "do it, or write an issue", "FIXME": "mend it, or write an issue", "XXX": "say what is meant",
        "HACK": "say why it has to be so",
    ]
    private static let inSources = [
        "try!": "throw, or handle what is thrown",
        "fatalError()": "a trap says what the programmer got wrong",
        "print(": "standard output belongs to the console, records to the log",
    ]
    private static let inTests = [
        "sleep(": "wait on a condition, or drive the clock",
        "import XCTest": "tests are written with Swift Testing; script/test runs no other",
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

    /// Whole words only, and functions only, not members: `sprint(` and `map.print(` are something else. `Task.sleep(`
    /// and `Swift.print(` are not.
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
