/// The translation of a key: a sentence that may depend on numbers.
struct Phrase: Hashable, Sendable {
    /// The formats by plural category. A phrase without plurals has only `other`.
    private let forms: [String: FormatString]
    /// The position of the argument that selects the plural; nil for a phrase without plurals.
    private let argument: Int?
    private let substitutions: [String: Phrase]
    /// The translation of a key without arguments.
    let text: String

    init(_ format: FormatString, text: String = "", substitutions: [String: Phrase] = [:]) {
        forms = ["other": format]
        argument = nil
        self.text = text
        self.substitutions = substitutions
    }

    /// - Parameters:
    ///   - plurals: A format for each plural category, including `other`.
    ///   - argument: The position of the argument that selects the plural.
    init(plurals: [String: FormatString], of argument: Int?) {
        forms = plurals
        self.argument = argument ?? plurals["other"]?.countedArgument ?? 0
        text = ""
        substitutions = [:]
    }

    /// The number of arguments that the phrase needs.
    var argumentCount: Int {
        let own = forms.values.map(\.argumentCount).max() ?? 0
        return max(own, argument.map { $0 + 1 } ?? 0, substitutions.values.map(\.argumentCount).max() ?? 0)
    }

    func string(_ arguments: [Text.Argument], in language: Language) -> String {
        var string = ""
        for piece in form(arguments, in: language)?.pieces ?? [] {
            switch piece {
            case .literal(let literal): string += literal
            case .argument(let index, let fractionDigits):
                guard arguments.indices.contains(index) else { continue }
                string += language.string(arguments[index], fractionDigits: fractionDigits)
            case .count:
                guard let argument, arguments.indices.contains(argument) else { continue }
                string += language.string(arguments[argument], fractionDigits: nil)
            case .substitution(let name): string += substitutions[name]?.string(arguments, in: language) ?? ""
            }
        }
        return string
    }

    private func form(_ arguments: [Text.Argument], in language: Language) -> FormatString? {
        guard let argument, arguments.indices.contains(argument), let number = arguments[argument].number else {
            return forms["other"]
        }
        // As on Apple platforms, a catalog may contain `zero` for any language.
        if number == 0, let zero = forms["zero"] { return zero }
        let digits = forms["other"]?.fractionDigits(of: argument)
        return forms[language.translations.plurals.category(of: number, fractionDigits: digits)] ?? forms["other"]
    }
}

extension Text.Argument {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .string, .date, .text: nil
        }
    }
}

/// A parsed format, such as `%lld seats of %@`: the key of a text or its translation.
struct FormatString: Hashable, Sendable {
    private(set) var pieces: [Piece] = []
    /// The number of arguments that the format needs: the highest position, counted from 1.
    private(set) var argumentCount = 0
    /// The position of the argument that selects the plural, counted from 0: the first that is formatted as a number.
    private(set) var countedArgument: Int?

    enum Piece: Hashable, Sendable {
        case literal(String)
        /// The position of an argument, counted from 0, and the number of digits after the decimal separator.
        case argument(Int, fractionDigits: Int?)
        /// The number that selects the plural: `%arg`.
        case count
        /// A plural within the sentence: `%#@seats@`.
        case substitution(String)
    }

    /// Parses a format. A percent sign that begins no known specifier is literal text.
    init(_ format: String) {
        var rest = format[...]
        var literal = ""
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            literal += rest[..<percent]
            rest = rest[percent...].dropFirst()
            guard let (specifier, length) = Specifier.leading(rest) else {
                literal += "%"
                continue
            }
            rest = rest.dropFirst(length)
            if case .percent = specifier {
                literal += "%"
                continue
            }
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = ""
            append(specifier, &next)
        }
        literal += rest
        if !literal.isEmpty || pieces.isEmpty { pieces.append(.literal(literal)) }
    }

    /// The text of a key without arguments. The key is not parsed as a format. Only `%%` is replaced.
    static func withoutArguments(_ key: String) -> String {
        key.utf8.contains(UInt8(ascii: "%")) ? key.replacing("%%", with: "%") : key
    }

    /// Whether the format has text to translate.
    var hasLetters: Bool {
        pieces.contains { if case .literal(let text) = $0 { text.contains(where: \.isLetter) } else { false } }
    }

    /// The number of digits after the decimal separator with which an argument is shown; nil if it is not fixed.
    func fractionDigits(of argument: Int) -> Int? {
        for case .argument(argument, let fractionDigits?) in pieces { return fractionDigits }
        return nil
    }

    /// The names of the substitutions.
    var substitutions: [String] { pieces.compactMap { if case .substitution(let name) = $0 { name } else { nil } } }

    private mutating func append(_ specifier: Specifier, _ next: inout Int) {
        switch specifier {
        case .percent: break
        case .count: pieces.append(.count)
        case .substitution(let name): pieces.append(.substitution(name))
        case .argument(let position, let isNumber, let fractionDigits):
            let index = position ?? next
            if position == nil { next += 1 }
            argumentCount = max(argumentCount, index + 1)
            if isNumber, countedArgument == nil { countedArgument = index }
            pieces.append(.argument(index, fractionDigits: fractionDigits))
        }
    }
}

/// A format specifier: the part after the percent sign.
private enum Specifier {
    case percent
    case count
    case substitution(String)
    case argument(position: Int?, isNumber: Bool, fractionDigits: Int?)

    /// Returns the specifier at the start of a text, and its length in characters. Nil if no specifier is known.
    static func leading(_ text: Substring) -> (Specifier, length: Int)? {
        if text.first == "%" { return (.percent, 1) }
        if text.hasPrefix("arg") { return (.count, 3) }
        if text.hasPrefix("#@"), let end = text.dropFirst(2).firstIndex(of: "@") {
            let name = text.dropFirst(2)[..<end]
            return (.substitution(String(name)), name.count + 3)
        }
        var rest = text
        let position = position(&rest)
        let fractionDigits = fractionDigits(&rest)
        for modifier in ["ll", "l", "q", "z", "h"] where rest.hasPrefix(modifier) {
            rest = rest.dropFirst(modifier.count)
            break
        }
        guard let conversion = rest.first, "@diuf".contains(conversion) else { return nil }
        let specifier = Specifier.argument(
            position: position,
            isNumber: conversion != "@",
            fractionDigits: fractionDigits
        )
        return (specifier, text.count - rest.count + 1)
    }

    /// The position in `1$`, counted from 0.
    private static func position(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix(while: \.isASCIIDigit)
        guard let number = Int(digits), number > 0, rest.dropFirst(digits.count).first == "$" else { return nil }
        rest = rest.dropFirst(digits.count + 1)
        return number - 1
    }

    /// The number in `.2`.
    private static func fractionDigits(_ rest: inout Substring) -> Int? {
        guard rest.first == "." else { return nil }
        let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
        guard let number = Int(digits), number <= 20 else { return nil }
        rest = rest.dropFirst(digits.count + 1)
        return number
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
