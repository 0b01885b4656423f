import FairwayWire

/// A short text notation for navigations and moves, for tables of test cases.
///
/// `c1[A B] c2:modal[C]` is a stack under a modal; `t1(*home=c1[A] more=c2[])` are tabs, `p1(c1[A]|c2[B])` is a split
/// view.
extension Navigation {
    /// Parses a navigation.
    init?(_ text: String) {
        var rest = Substring(text)
        var layers: [Navigation] = []
        while !rest.isEmpty {
            guard let layer = Navigation(reading: &rest) else { return nil }
            layers.append(layer)
            rest = rest.drop { $0 == " " }
        }
        self.init(layers: layers)
    }

    private init?(reading rest: inout Substring) {
        let head = rest.prefix { $0 != "[" && $0 != "(" }
        rest.removeFirst(head.count)
        let names = head.split(separator: ":")
        guard let id = names.first, let opening = rest.popFirst() else { return nil }
        let content: Content
        if opening == "[" {
            let screens = rest.prefix { $0 != "]" }
            rest.removeFirst(screens.count + 1)
            content = .stack(
                screens.split(separator: " ").map { ScreenReference(id: String($0), name: "X", flow: "F") }
            )
        } else {
            guard let parts = Content(reading: &rest) else { return nil }
            content = parts
        }
        self.init(
            id: String(id),
            presentation: names.dropFirst().first.flatMap { Presentation(rawValue: String($0)) },
            content: content
        )
    }
}

extension Navigation.Content {
    /// Parses tabs or the two parts of a split view, up to the closing parenthesis. The opening one is already read.
    fileprivate init?(reading rest: inout Substring) {
        var tabs: [Navigation.Tab] = []
        var selected = ""
        while let first = rest.first, first != ")" {
            rest = rest.drop { $0 == " " || $0 == "|" }
            var key = ""
            if let equals = rest.firstIndex(of: "="), !rest[..<equals].contains(where: { "[(".contains($0) }) {
                key = String(rest[..<equals].drop { $0 == "*" })
                if rest.first == "*" { selected = key }
                rest = rest[rest.index(after: equals)...]
            }
            guard let part = Navigation(reading: &rest) else { return nil }
            tabs.append(Navigation.Tab(key: key, title: key, content: part))
        }
        rest = rest.dropFirst()
        if selected.isEmpty, tabs.count == 2 {
            self = .split(primary: tabs[0].content, secondary: tabs[1].content)
        } else {
            self = .tabs(selected: selected, tabs)
        }
    }
}

extension Move {
    /// The move as text, such as `push c1 B`.
    var text: String { [move.rawValue, tab, container, screen].compactMap(\.self).joined(separator: " ") }
}
