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
    ///   - flow: what is in it, started when the tab is first selected.
    public init(_ key: String, title: String, _ flow: some FlowController) {
        self.key = key
        self.title = title
        self.flow = flow
    }
}
