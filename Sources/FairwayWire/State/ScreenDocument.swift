/// A visible screen, with everything that a client needs to draw it.
public struct ScreenDocument: Hashable, Sendable, DescribedType {
    /// The id that actions, `back` and drafts refer to. Unique in the session.
    public var id: String
    /// The screen's name, `Tutorial.Page1`.
    public var name: String
    /// The title in the session's language; nil if the screen has none.
    public var title: String?
    /// The name of the flow that shows it.
    public var flow: String
    /// The version of the view model's shape.
    public var version: Int
    /// How the screen is presented over the previous one.
    public var presentation: Presentation
    /// Whether the system back gesture is allowed now.
    public var back: Bool
    /// Whether the flow decides about going back. If so, the client sends `back` and pops only on the reply.
    public var backAsks: Bool
    /// The data to draw.
    public var viewModel: RawJSON
    /// The names of the actions that the screen accepts.
    public var actions: [String]
    /// The user's unsent input.
    public var draft: RawJSON?

    package static let described = TypeDescription(
        "A visible screen, with everything to draw it.",
        example: [
            "id": "s2", "name": "Tutorial.Page2", "title": "Second page", "flow": "Tutorial", "version": 1,
            "presentation": "push", "back": true, "viewModel": ["title": "Second page"],
            "actions": ["nextToPage3ButtonPressed"],
        ],
        .init("id", "The screen's id in its session, which actions and drafts name.", "s2"),
        .init("name", "The screen's name in the catalog.", "Tutorial.Page2"),
        .init("title", "In the session's language. Absent if the screen has none.", "Second page"),
        .init("flow", "The name of the flow that shows it.", "Tutorial"),
        .init("version", "The version of the view model's shape.", 1),
        .init("presentation", "How it is presented over the previous screen.", "push"),
        .init("back", "Whether the system back gesture is allowed now.", true),
        .init("backAsks", "If present, the flow decides: send `back`, and pop only after the reply.", true),
        .init("viewModel", "The data to draw, as the catalog's schema describes it.", ["title": "Second page"]),
        .init("actions", "The names of the actions that the user can take now.", ["nextToPage3ButtonPressed"]),
        .init("draft", "The stored draft.", ["name": "Ada"])
    )

    /// Creates a screen.
    public init(
        id: String,
        name: String,
        title: String? = nil,
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
        self.title = title
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
        case id, name, title, flow, version, presentation, back, backAsks, viewModel, actions, draft
    }

    /// Decodes a screen, ignoring unknown members.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        name = try members.decode(String.self, forKey: .name)
        title = try members.decodeIfPresent(String.self, forKey: .title)
        flow = try members.decode(String.self, forKey: .flow)
        version = try members.decode(Int.self, forKey: .version)
        presentation = try members.decode(Presentation.self, forKey: .presentation)
        back = try members.decode(Bool.self, forKey: .back)
        backAsks = try members.decodeIfPresent(Bool.self, forKey: .backAsks) ?? false
        viewModel = try members.decode(RawJSON.self, forKey: .viewModel)
        actions = try members.decode([String].self, forKey: .actions)
        draft = try members.decodeIfPresent(RawJSON.self, forKey: .draft)
    }

    /// Writes all members but an absent `title` or `draft` and a false `backAsks`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("name")
        writer.string(name)
        if let title {
            writer.key("title")
            writer.string(title)
        }
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
