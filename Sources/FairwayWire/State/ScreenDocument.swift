/// One visible screen, whole: all that a client needs to draw it.
public struct ScreenDocument: Hashable, Sendable {
    /// The id that actions, `back` and drafts name; never used twice in a session.
    public var id: String
    /// The screen's name, `Tutorial.Page1`.
    public var name: String
    /// The name of the flow that shows it.
    public var flow: String
    /// The version of the screen's shape.
    public var version: Int
    /// How it came to be in front of what lies under it.
    public var presentation: Presentation
    /// Whether the system back gesture is allowed now.
    public var back: Bool
    /// Whether the flow has a say in it, so that the client asks first and pops only on the reply.
    public var backAsks: Bool
    /// What to draw.
    public var viewModel: RawJSON
    /// The names of the actions it takes.
    public var actions: [String]
    /// What the user had typed.
    public var draft: RawJSON?

    /// A screen with all its parts.
    public init(
        id: String,
        name: String,
        flow: String,
        version: Int,
        presentation: Presentation,
        back: Bool,
        backAsks: Bool = false,
        viewModel: RawJSON,
        actions: [String],
        draft: RawJSON? = nil
    ) {
        self.id = id
        self.name = name
        self.flow = flow
        self.version = version
        self.presentation = presentation
        self.back = back
        self.backAsks = backAsks
        self.viewModel = viewModel
        self.actions = actions
        self.draft = draft
    }
}

extension ScreenDocument: Decodable, HandWritten {
    private enum CodingKeys: String, CodingKey {
        case id, name, flow, version, presentation, back, backAsks, viewModel, actions, draft
    }

    /// Reads a screen as a client does: members it does not know are ignored.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        name = try members.decode(String.self, forKey: .name)
        flow = try members.decode(String.self, forKey: .flow)
        version = try members.decode(Int.self, forKey: .version)
        presentation = try members.decode(Presentation.self, forKey: .presentation)
        back = try members.decode(Bool.self, forKey: .back)
        backAsks = try members.decodeIfPresent(Bool.self, forKey: .backAsks) ?? false
        viewModel = try members.decode(RawJSON.self, forKey: .viewModel)
        actions = try members.decode([String].self, forKey: .actions)
        draft = try members.decodeIfPresent(RawJSON.self, forKey: .draft)
    }

    /// Writes `backAsks` only when true and `draft` only when there is one.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        writer.key("flow")
        writer.string(flow)
        writer.key("version")
        writer.int(version)
        writer.key("presentation")
        writer.string(presentation.rawValue)
        writer.key("back")
        writer.bool(back)
        if backAsks {
            writer.key("backAsks")
            writer.bool(true)
        }
        writer.key("viewModel")
        writer.raw(viewModel)
        writer.key("actions")
        writer.array(actions) { writer, action in writer.string(action) }
        if let draft {
            writer.key("draft")
            writer.raw(draft)
        }
        writer.endObject()
    }
}
