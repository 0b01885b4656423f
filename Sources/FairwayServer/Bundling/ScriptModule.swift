import Fairway

/// A JavaScript module, taken apart for a bundle.
///
/// The rule covers what our modules use: imports of names and of namespaces, exports of functions, classes and single
/// constants, and exports from other modules. Everything else that imports or exports is refused. An exported name may not be
/// assigned, because importing modules copy its value, and `await` outside of functions is refused, because modules of a
/// bundle are functions.
struct ScriptModule {
    /// An import statement, or an export from another module.
    struct Import {
        let module: String
        /// The imported names with their local ones. `*` is the namespace.
        var names: [(imported: String, local: String)] = []
    }

    /// A place in the text that a bundle replaces.
    enum Edit {
        case nothing
        /// `import("…")`.
        case dynamicImport(module: String)
        /// `loadStyle("…")`.
        case style(path: String)
    }

    let path: String
    private(set) var imports: [Import] = []
    /// The exported names, each with the local name, or the import and its name.
    private(set) var exports: [(name: String, value: Export)] = []
    private(set) var dynamicImports: [String] = []
    private(set) var styles: [String] = []
    /// Whether the module has an `await` outside of functions.
    private(set) var awaits = false

    enum Export {
        case local(String)
        case imported(index: Int, name: String)
    }

    private let scanner: ScriptScanner
    private let tokens: [ScriptToken]
    private var edits: [(tokens: Range<Int>, edit: Edit)] = []

    init(path: String, bytes: [UInt8]) throws(Mistake) {
        self.path = path
        var scanner = ScriptScanner(path: path, bytes: bytes)
        tokens = try scanner.scan()
        self.scanner = scanner
        try read()
    }

    /// The text without comments, imports and the keyword `export`.
    func body(replacing: (Edit) -> String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(scanner.bytes.count)
        var next = 0
        // The space before what was dropped.
        var space: [UInt8]?
        for (range, edit) in edits + [(tokens.count..<tokens.count, .nothing)] {
            for index in next..<range.lowerBound {
                result += space ?? gap(before: index)
                result += scanner.bytes[tokens[index].range]
                space = nil
            }
            let dropped = space ?? gap(before: range.lowerBound)
            let replacement = replacing(edit)
            if replacement.isEmpty {
                space = dropped
            } else {
                result += dropped + replacement.utf8
                space = nil
            }
            next = range.upperBound
        }
        return result
    }

    /// The space before a token. A line break stays one, because it can end a statement.
    private func gap(before index: Int) -> [UInt8] {
        guard index > 0, index < tokens.count else { return [] }
        if tokens[index].indent != nil { return [UInt8(ascii: "\n")] }
        let isAdjacent = tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
        return isAdjacent ? [] : [UInt8(ascii: " ")]
    }

    // MARK: - Reading

    /// The state within a pair of brackets.
    private struct Level {
        /// Whether the brackets are within a function.
        var isInFunction = false
        /// Whether an arrow function without braces has begun.
        var isInArrow = false
        /// For `(`: whether it follows a keyword, such as that of a loop.
        var isHead = false

        /// Whether the code at this place runs when a function is called.
        var isDeferred: Bool { isInFunction || isInArrow }
    }

    private static let heads: Set = ["if", "for", "while", "switch", "catch", "with"]

    private mutating func read() throws(Mistake) {
        var outer: [Level] = []
        var level = Level()
        var closedHead = false
        var assigned: [String: Int] = [:]
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let isStatement = outer.isEmpty && startsStatement(index)
            // Without a semicolon, a line that is not indented ends the statement before it.
            if isStatement, token.indent == 0 { level.isInArrow = false }
            switch (token.kind, token.first) {
            case (.punctuator, UInt8(ascii: "(")), (.punctuator, UInt8(ascii: "[")), (.punctuator, UInt8(ascii: "{")):
                outer.append(level)
                level = inner(of: level, at: index, closedHead: closedHead)
            case (.punctuator, UInt8(ascii: ")")), (.punctuator, UInt8(ascii: "]")), (.punctuator, UInt8(ascii: "}")):
                closedHead = level.isHead
                level = outer.removeLast()
            case (.punctuator, UInt8(ascii: ",")), (.punctuator, UInt8(ascii: ";")): level.isInArrow = false
            case (.punctuator, UInt8(ascii: "=")):
                if token.range.count == 2 {
                    if !isSign(index + 1, "{") { level.isInArrow = true }
                } else if let name = assignedName(at: index) {
                    assigned[name] = index
                }
            case (.template, let first):
                // The brackets of an expression within a template literal.
                if first == UInt8(ascii: "}") { level = outer.removeLast() }
                if scanner.bytes[token.range.upperBound - 1] == UInt8(ascii: "{") {
                    outer.append(level)
                    level = Level(isInFunction: level.isDeferred)
                }
            case (.word, _) where isSign(index - 1, "."): break
            case (.word, UInt8(ascii: "f")):
                guard !text(index).hasPrefix("fairway$") else {
                    throw scanner.mistake(
                        "names that begin with fairway$ are reserved for bundles",
                        at: token.range.lowerBound
                    )
                }
            case (.word, UInt8(ascii: "a")): if text(index) == "await" { awaits = awaits || !level.isDeferred }
            case (.word, UInt8(ascii: "i")), (.word, UInt8(ascii: "e")), (.word, UInt8(ascii: "l")):
                if let next = try readKeyword(index, isStatement: isStatement) {
                    index = next
                    continue
                }
            default: break
            }
            index += 1
        }
        for case (let name, .local(let local)) in exports where !constants.contains(local) {
            guard let place = assigned[local] else { continue }
            throw scanner.mistake("\(name) is exported and assigned", at: tokens[place].range.lowerBound)
        }
    }

    /// Reads an import, an export or a style sheet at `index`. Returns the index after it; nil if there is none.
    private mutating func readKeyword(_ index: Int, isStatement: Bool) throws(Mistake) -> Int? {
        switch text(index) {
        case "import" where isSign(index + 1, "("): return try readDynamicImport(index)
        case "import":
            guard isStatement else { throw unknown(index) }
            return try readImport(index)
        case "export":
            guard isStatement else { throw unknown(index) }
            return try readExport(index)
        case "loadStyle": return readStyle(index)
        default: return nil
        }
    }

    /// The name that the `=` at `index` assigns; nil if it compares, declares or sets a member.
    private func assignedName(at index: Int) -> String? {
        guard index > 0, tokens[index - 1].kind == .word, !isSign(index + 1, "=") else { return nil }
        if [",", "(", "."].contains(where: { isSign(index - 2, $0) }) { return nil }
        return ["const", "let", "var"].contains(text(index - 2)) ? nil : text(index - 1)
    }

    /// The level within the bracket at `index`.
    private func inner(of level: Level, at index: Int, closedHead: Bool) -> Level {
        var level = Level(isInFunction: level.isDeferred)
        if isSign(index, "(") {
            let before = index > 0 && tokens[index - 1].kind == .word ? text(index - 1) : ""
            level.isHead = Self.heads.contains(before) || (before == "await" && text(index - 2) == "for")
        } else if isSign(index, "{") {
            let isFunction = isSign(index - 1, ")") ? !closedHead : text(index - 1) == "=>"
            level.isInFunction = level.isInFunction || isFunction
        }
        return level
    }

    /// The exported names that the language keeps from being assigned.
    private var constants: Set<String> = []

    private func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? scanner.text(tokens[index]) : ""
    }

    /// Whether the token at `index` is the character.
    private func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
        guard tokens.indices.contains(index), tokens[index].kind == .punctuator else { return false }
        return tokens[index].range.count == 1 && tokens[index].first == UInt8(ascii: sign)
    }

    private func unknown(_ index: Int) -> Mistake {
        let offset = tokens.indices.contains(index) ? tokens[index].range.lowerBound : scanner.bytes.count
        return scanner.mistake("this import or export is outside of the rules for bundles", at: offset)
    }

    private func startsStatement(_ index: Int) -> Bool {
        tokens[index].indent != nil || isSign(index - 1, ";") || isSign(index - 1, "}")
    }

    private func name(_ index: Int) throws(Mistake) -> String {
        guard tokens.indices.contains(index), tokens[index].kind == .word else { throw unknown(index) }
        return text(index)
    }

    /// The path of the module that a string names.
    private func module(_ index: Int) throws(Mistake) -> String {
        guard tokens.indices.contains(index), tokens[index].kind == .string else { throw unknown(index) }
        let specifier = text(index).dropFirst().dropLast()
        let isRelative = specifier.hasPrefix("./") || specifier.hasPrefix("../")
        guard isRelative || specifier.hasPrefix("/"), !specifier.hasPrefix("//"), !specifier.contains("\\") else {
            throw scanner.mistake("\(specifier) is not a path on this server", at: tokens[index].range.lowerBound)
        }
        var segments = isRelative ? path.split(separator: "/").dropLast() : []
        for segment in specifier.split(separator: "/") {
            switch segment {
            case ".": break
            case "..": _ = segments.popLast()
            default: segments.append(segment)
            }
        }
        return segments.joined(separator: "/")
    }

    /// The index after the end of a statement whose last token is at `index`.
    private func end(_ index: Int) throws(Mistake) -> Int {
        if text(index + 1) == ";" { return index + 2 }
        guard index + 1 == tokens.count || tokens[index + 1].indent != nil else { throw unknown(index + 1) }
        return index + 1
    }

    private mutating func readDynamicImport(_ index: Int) throws(Mistake) -> Int {
        let module = try module(index + 2)
        guard text(index + 3) == ")" else { throw unknown(index) }
        dynamicImports.append(module)
        edits.append((index..<index + 4, .dynamicImport(module: module)))
        return index + 4
    }

    /// Reads `loadStyle("…")`; nil if the address is not a constant.
    private mutating func readStyle(_ index: Int) -> Int? {
        guard text(index + 1) == "(", tokens.indices.contains(index + 2), tokens[index + 2].kind == .string,
            text(index + 3) == ")", let path = try? module(index + 2)
        else { return nil }
        styles.append(path)
        edits.append((index..<index + 4, .style(path: path)))
        return index + 4
    }

    /// Reads `{ a, b as c }` at `index`. Returns the names, and the index after the brace.
    private func readNames(_ start: Int) throws(Mistake) -> (names: [(String, String)], next: Int) {
        var names: [(String, String)] = []
        var index = start + 1
        while text(index) != "}" {
            let first = try name(index)
            var second = first
            index += 1
            if text(index) == "as" {
                second = try name(index + 1)
                index += 2
            }
            names.append((first, second))
            if text(index) == "," { index += 1 } else if text(index) != "}" { throw unknown(index) }
        }
        return (names, index + 1)
    }

    private mutating func readImport(_ start: Int) throws(Mistake) -> Int {
        var index = start + 1
        var names: [(imported: String, local: String)] = []
        if tokens.indices.contains(index), tokens[index].kind == .string {
            index -= 1
        } else {
            if text(index) == "{" {
                let read = try readNames(index)
                names = read.names.map { (imported: $0.0, local: $0.1) }
                index = read.next
            } else if text(index) == "*" {
                guard text(index + 1) == "as" else { throw unknown(index) }
                names = [("*", try name(index + 2))]
                index += 3
            }
            guard text(index) == "from" else { throw unknown(start) }
        }
        imports.append(Import(module: try module(index + 1), names: names))
        let next = try end(index + 1)
        edits.append((start..<next, .nothing))
        return next
    }

    private mutating func readExport(_ start: Int) throws(Mistake) -> Int {
        if text(start + 1) == "{" {
            let (names, next) = try readNames(start + 1)
            guard text(next) == "from" else { throw unknown(start) }
            for (imported, exported) in names {
                exports.append((exported, .imported(index: imports.count, name: imported)))
            }
            imports.append(Import(module: try module(next + 1)))
            let end = try end(next + 1)
            edits.append((start..<end, .nothing))
            return end
        }
        var index = start + 1
        if text(index) == "async", text(index + 1) == "function" { index += 1 }
        switch text(index) {
        case "function": index += text(index + 1) == "*" ? 2 : 1
        case "class": index += 1
        case "const":
            index += 1
            try checkConstant(index)
            constants.insert(text(index))
        default: throw unknown(start)
        }
        let name = try name(index)
        exports.append((name, .local(name)))
        edits.append((start..<start + 1, .nothing))
        return start + 1
    }

    /// Checks that a statement declares a single constant.
    private func checkConstant(_ name: Int) throws(Mistake) {
        guard text(name + 1) == "=" else { throw unknown(name) }
        var depth = 0
        for index in (name + 2)..<tokens.count {
            switch (tokens[index].kind, text(index)) {
            case (.punctuator, "("), (.punctuator, "["), (.punctuator, "{"): depth += 1
            case (.punctuator, ")"), (.punctuator, "]"), (.punctuator, "}"): depth -= 1
            case (.template, let part): depth += (part.hasSuffix("${") ? 1 : 0) - (part.hasPrefix("}") ? 1 : 0)
            case (.punctuator, ",") where depth == 0: throw unknown(index)
            case (.punctuator, ";") where depth == 0: return
            default: break
            }
        }
    }
}
