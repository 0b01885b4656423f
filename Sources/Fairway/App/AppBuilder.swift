/// Collects the parts of an app.
@resultBuilder
public enum AppBuilder {
    /// The parts of a block.
    public static func buildBlock(_ parts: any AppPart...) -> [any AppPart] { parts }
    /// No parts.
    public static func buildBlock() -> [any AppPart] { [] }
}
