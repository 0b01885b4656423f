extension Navigation: Decodable, HandWritten {
    private enum CodingKeys: String, CodingKey {
        case id, kind, presentation, screens, selected, tabs, primary, secondary, presented
    }

    private enum Kind: String, Codable {
        case stack, tabs, split
    }

    /// Decodes a container, ignoring unknown members.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let content: Content =
            switch try members.decode(Kind.self, forKey: .kind) {
            case .stack:
                .stack(try members.decode([ScreenReference].self, forKey: .screens))
            case .tabs:
                .tabs(
                    selected: try members.decode(String.self, forKey: .selected),
                    try members.decode([Tab].self, forKey: .tabs)
                )
            case .split:
                .split(
                    primary: try members.decode(Navigation.self, forKey: .primary),
                    secondary: try members.decode(Navigation.self, forKey: .secondary)
                )
            }
        self.init(
            id: try members.decode(String.self, forKey: .id),
            presentation: try members.decodeIfPresent(Presentation.self, forKey: .presentation),
            content: content,
            presented: try members.decodeIfPresent(Navigation.self, forKey: .presented)
        )
    }

    /// Writes the members of this kind of container. `presentation` and `presented` are omitted if they do not apply.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("kind")
        writer.string(kind.rawValue)
        if let presentation {
            writer.key("presentation")
            writer.string(presentation.rawValue)
        }
        switch content {
        case .stack(let screens):
            writer.key("screens")
            writer.array(screens) { writer, screen in screen.write(to: &writer) }
        case .tabs(let selected, let tabs):
            writer.key("selected")
            writer.string(selected)
            writer.key("tabs")
            writer.array(tabs) { writer, tab in tab.write(to: &writer) }
        case .split(let primary, let secondary):
            writer.key("primary")
            primary.write(to: &writer)
            writer.key("secondary")
            secondary.write(to: &writer)
        }
        if let presented {
            writer.key("presented")
            presented.write(to: &writer)
        }
        writer.endObject()
    }

    private var kind: Kind {
        switch content {
        case .stack: .stack
        case .tabs: .tabs
        case .split: .split
        }
    }
}

extension Navigation.Tab: HandWritten {
    /// Writes the tab with its container.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("key")
        writer.string(key)
        writer.key("title")
        writer.string(title)
        writer.key("content")
        content.write(to: &writer)
        writer.endObject()
    }
}
