/// Marks the words of code by their kind, for the style sheet.
///
/// It knows comments, literals and keywords, which need no parser. Unknown languages are plain text.
struct Highlighter {
    private let language: Language

    /// Nil for a language that is not highlighted.
    init?(_ name: String) {
        guard let language = Language.named[name] else { return nil }
        self.language = language
    }

    /// The code as HTML.
    func html(_ code: String) -> String {
        guard language.isTranscript else { return marked(code) }
        // Only the commands of a transcript are code.
        var isCommand = false
        return code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let continues = isCommand
            isCommand = (line.hasPrefix("$ ") || continues) && line.hasSuffix("\\")
            return line.hasPrefix("$ ") || continues ? marked(String(line)) : String(line).escapedForHTML
        }.joined(separator: "\n")
    }

    private func marked(_ code: String) -> String {
        var html = ""
        var rest = code[...]
        var isAfterWord = false
        while let first = rest.first {
            let (kind, length) = token(rest, isAfterWord)
            isAfterWord = first.isWordPart
            let text = String(rest.prefix(length)).escapedForHTML
            html += kind.map { "<span class=\"\($0.rawValue)\">\(text)</span>" } ?? text
            rest = rest.dropFirst(length)
        }
        return html
    }

    /// The kinds of words. Raw values are classes of the style sheet.
    private enum Kind: String {
        case comment, text, number, keyword, name
    }

    /// The kind and the number of characters of the next token.
    private func token(_ rest: Substring, _ isAfterWord: Bool) -> (Kind?, Int) {
        guard let first = rest.first else { return (nil, 0) }
        if let mark = language.lineComment, rest.hasPrefix(mark), !isAfterWord {
            return (.comment, rest.prefix { $0 != "\n" }.count)
        }
        if language.hasBlockComments, rest.hasPrefix("/*") {
            return (.comment, (rest.firstRange(of: "*/").map { rest[..<$0.upperBound] } ?? rest).count)
        }
        if let mark = language.quotes.first(where: rest.hasPrefix) { return literal(rest, mark) }
        if language.hasVariables, first == "$" {
            let name = rest.dropFirst().prefix(while: \.isWordPart)
            return (name.isEmpty ? nil : .name, name.count + 1)
        }
        guard first.isWordPart else { return (nil, 1) }
        let word = rest.prefix { $0.isWordPart || (first.isWholeNumber && $0 == ".") }
        if first.isWholeNumber { return (isAfterWord ? nil : .number, word.count) }
        if language.keywords.contains(String(word)) { return (.keyword, word.count) }
        return (language.hasTypes && first.isUppercase ? .name : nil, word.count)
    }

    private func literal(_ rest: Substring, _ mark: String) -> (Kind?, Int) {
        var isEscaped = false
        var index = rest.index(rest.startIndex, offsetBy: mark.count)
        while index < rest.endIndex {
            // A literal in one line that has no end is an apostrophe.
            if rest[index] == "\n", mark.count == 1, mark != "`", !language.hasVariables { return (nil, 1) }
            if !isEscaped, rest[index...].hasPrefix(mark) {
                let count = rest.distance(from: rest.startIndex, to: index) + mark.count
                // The names of members in JSON.
                let isName = language.hasMembers && rest.dropFirst(count).first == ":"
                return (isName ? .name : .text, count)
            }
            isEscaped = rest[index] == "\\" && !isEscaped && !(language.hasVariables && mark == "'")
            index = rest.index(after: index)
        }
        return (nil, 1)
    }
}

extension Highlighter {
    fileprivate struct Language {
        var lineComment: String?
        var hasBlockComments = false
        /// Longer ones first.
        var quotes: [String] = ["\""]
        var keywords: Set<String> = []
        /// Whether names in upper case are types.
        var hasTypes = false
        /// Whether `$` begins a variable.
        var hasVariables = false
        var hasMembers = false
        var isTranscript = false

        static let named: [String: Language] = {
            let shell = Language(
                lineComment: "#",
                quotes: ["\"", "'"],
                keywords: words("do done elif else esac export fi for function if in then while curl"),
                hasVariables: true
            )
            var transcript = shell
            transcript.isTranscript = true
            let javaScript = Language(
                lineComment: "//",
                hasBlockComments: true,
                quotes: ["\"", "'", "`"],
                keywords: words(
                    """
                    as async await break case catch class const continue declare default else export extends false
                    finally for from function if import in instanceof interface let new null of return static switch
                    this throw true try type typeof undefined var while yield
                    """
                ),
                hasTypes: true
            )
            return [
                "swift": Language(
                    lineComment: "//",
                    hasBlockComments: true,
                    quotes: ["\"\"\"", "\""],
                    keywords: words(
                        """
                        actor any as associatedtype async await break case catch continue default defer do else enum
                        extension false fileprivate final for func guard if import in indirect init inout is let
                        mutating nil nonisolated package private protocol public return self Self some static struct
                        subscript super switch throw throws true try typealias var where while
                        """
                    ),
                    hasTypes: true
                ),
                "js": javaScript, "ts": javaScript,
                "kotlin": Language(
                    lineComment: "//",
                    hasBlockComments: true,
                    quotes: ["\"\"\"", "\"", "'"],
                    keywords: words(
                        """
                        as break by catch class companion continue data do else false finally for fun if import in
                        interface is null object override package private return suspend this throw true try val var
                        when while
                        """
                    ),
                    hasTypes: true
                ),
                "python": Language(
                    lineComment: "#",
                    quotes: ["\"\"\"", "\"", "'"],
                    keywords: words(
                        """
                        and as assert async await break class continue def del elif else except False finally for from
                        global if import in is lambda None nonlocal not or pass raise return True try while with yield
                        """
                    ),
                    hasTypes: true
                ),
                "json": Language(keywords: words("true false null"), hasMembers: true),
                "sh": shell, "console": transcript,
            ]
        }()

        private static func words(_ text: String) -> Set<String> {
            Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
