/// Collects the tabs of `showTabs`.
@resultBuilder
public enum TabsBuilder {
    /// One tab.
    public static func buildExpression(_ tab: Tab) -> [Tab] { [tab] }
    /// The tabs of a block.
    public static func buildBlock(_ tabs: [Tab]...) -> [Tab] { tabs.flatMap(\.self) }
    /// The tabs of a loop.
    public static func buildArray(_ tabs: [[Tab]]) -> [Tab] { tabs.flatMap(\.self) }
    /// The tabs of a condition that may not hold.
    public static func buildOptional(_ tabs: [Tab]?) -> [Tab] { tabs ?? [] }
    /// The tabs of a condition that holds.
    public static func buildEither(first tabs: [Tab]) -> [Tab] { tabs }
    /// The tabs of a condition that does not hold.
    public static func buildEither(second tabs: [Tab]) -> [Tab] { tabs }
}
