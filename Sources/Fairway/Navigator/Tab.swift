/// One of several flows behind one another.
public struct Tab {
    let key: String
    let title: String
    let flow: any FlowController

    /// A flow in a tab.
    ///
    /// - Parameters:
    ///   - key: what clients select it by.
    ///   - title: what the user reads.
    public init(_ key: String, title: String, _ flow: some FlowController) {
        self.key = key
        self.title = title
        self.flow = flow
    }
}

/// Collects the tabs of `showTabs`.
@resultBuilder
public enum TabsBuilder {
    /// The tabs of a block.
    public static func buildBlock(_ tabs: Tab...) -> [Tab] { tabs }
}
