/// The names of the actions that a screen takes.
enum ActionNames {
    /// What the type itself tells: all cases in declared order, or the enum's cases as its type lists them.
    static func of<Action>(_ type: Action.Type) -> [String] {
        if type == Never.self { return [] }
        if let listed = type as? any CaseIterable.Type { return names(of: listed) }
        return CaseNames.of(type) ?? []
    }

    private static func names<Listed: CaseIterable>(of type: Listed.Type) -> [String] {
        type.allCases.map { ($0 as? any RawRepresentable<String>)?.rawValue ?? String(describing: $0) }
    }
}
