/// A deep link: a pattern, and the flows and screens it opens.
///
/// A place `:name` stands for one part of the path. The chain is built on the initial flow's first screen, as one change
/// or not at all.
public struct Link: AppPart {
    let pattern: LinkPattern
    let open: @Sendable (OpenedLink, LinkNavigator) throws -> Void

    /// A link that opens a chain.
    ///
    /// ```swift
    /// Link("/planets/:planet") { link, nav in try nav.chain { Planets(); Detail(planet: try link["planet"]) } }
    /// ```
    public init(_ pattern: String, _ open: @escaping @Sendable (OpenedLink, LinkNavigator) throws -> Void) {
        self.pattern = LinkPattern(pattern)
        self.open = open
    }
}
