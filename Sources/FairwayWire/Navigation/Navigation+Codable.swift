extension Navigation: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, presentation, screens, selected, tabs, primary, secondary, presented
    }

    private enum Kind: String, Codable {
        case stack, tabs, split
    }

    /// Reads a container as a client does: members it does not know are ignored.
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

    /// Writes the members of this container's kind; `presentation` and `presented` only where they apply.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        switch content {
        case .stack(let screens):
            try members.encode(Kind.stack, forKey: .kind)
            if let presentation { try members.encode(presentation, forKey: .presentation) }
            try members.encode(screens, forKey: .screens)
        case .tabs(let selected, let tabs):
            try members.encode(Kind.tabs, forKey: .kind)
            if let presentation { try members.encode(presentation, forKey: .presentation) }
            try members.encode(selected, forKey: .selected)
            try members.encode(tabs, forKey: .tabs)
        case .split(let primary, let secondary):
            try members.encode(Kind.split, forKey: .kind)
            if let presentation { try members.encode(presentation, forKey: .presentation) }
            try members.encode(primary, forKey: .primary)
            try members.encode(secondary, forKey: .secondary)
        }
        if let presented { try members.encode(presented, forKey: .presented) }
    }
}
