/// A one-time instruction for the client, such as opening a URL or showing a toast.
///
/// On the wire, an effect is one object: `effect`, `id` and the members of ``payload``.
public struct EffectDocument: Hashable, Sendable, DescribedType {
    /// The name of the effect, such as `openURL`.
    public var effect: String
    /// Unique in the session, so that a client performs the effect once.
    public var id: String
    /// The effect's own members.
    public var payload: JSONObject

    package static let described = TypeDescription(
        "An instruction for the client. It has further members of its own.",
        .init("effect", "The name of the effect.", "openURL"),
        .init("id", "Unique in the session, so that a client performs the effect once.", "e1")
    )

    /// Creates an effect.
    public init(effect: String, id: String, payload: JSONObject) {
        self.effect = effect
        self.id = id
        self.payload = payload
    }
}

extension EffectDocument: Decodable, HandWritten {
    /// Decodes `effect` and `id`, and keeps all other members in ``payload``.
    public init(from decoder: any Decoder) throws {
        var members = try JSONObject(from: decoder)
        guard case .string(let effect)? = members["effect"], case .string(let id)? = members["id"] else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an effect needs the strings `effect` and `id`")
            )
        }
        members["effect"] = nil
        members["id"] = nil
        self.init(effect: effect, id: id, payload: members)
    }

    /// Writes `effect` and `id` first, then the members of ``payload``.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("effect")
        writer.string(effect)
        writer.key("id")
        writer.string(id)
        for member in payload.members {
            writer.key(named: member.name)
            // Encoding fails only if the payload is nested more deeply than `JSONLimits` allows.
            writer.raw((try? RawJSON(encoding: member.value)) ?? .null)
        }
        writer.endObject()
    }
}

/// An active flow controller and its children, as shown to operators.
public struct FlowNodeDocument: Codable, Hashable, Sendable, DescribedType {
    /// The controller's id in the session.
    public var id: String
    /// The flow's name.
    public var flow: String
    /// The version of the stored state.
    public var version: Int
    /// The stored properties, with sensitive values masked.
    public var state: RawJSON
    /// The screens it shows, oldest first.
    public var screens: [ScreenReference]
    /// The flows that it started.
    public var children: [FlowNodeDocument]

    package static let described = TypeDescription(
        "An active flow controller with the flow controllers that it started.",
        .init("id", "The flow controller's id in its session.", "f1"),
        .init("flow", "The flow's name.", "Tutorial"),
        .init("version", "The version of the stored properties.", 1),
        .init("state", "The stored properties, with sensitive values masked; `null` for the role `view`.", ["page": 2]),
        .init("screens", "The screens that it shows, oldest first."),
        .init("children", "The flow controllers that it started.", [])
    )

    /// Creates a node.
    public init(
        id: String,
        flow: String,
        version: Int,
        state: RawJSON,
        screens: [ScreenReference],
        children: [FlowNodeDocument]
    ) {
        self.id = id
        self.flow = flow
        self.version = version
        self.state = state
        self.screens = screens
        self.children = children
    }
}
