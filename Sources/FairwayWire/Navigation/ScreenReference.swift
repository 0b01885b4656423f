/// A screen as the navigation lists it: enough to name it, not to draw it.
public struct ScreenReference: Decodable, HandWritten, Hashable, Sendable {
    /// The screen's id.
    public var id: String
    /// The screen's name, `Tutorial.Page1`.
    public var name: String
    /// The name of the flow that shows it.
    public var flow: String

    /// A reference to one shown screen.
    public init(id: String, name: String, flow: String) {
        self.id = id
        self.name = name
        self.flow = flow
    }

    /// Writes all three.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("flow")
        writer.string(flow)
        writer.endObject()
    }
}
