/// A one-off instruction for the client: open a URL, show a toast.
///
/// On the wire it is one object: `effect`, `id`, and the members of the instruction itself beside them.
public struct EffectDocument: Hashable, Sendable {
    /// Which instruction it is, `openURL`.
    public var effect: String
    /// Never used twice in a session, so that a client performs it once.
    public var id: String
    /// The instruction's own members.
    public var payload: JSONObject

    /// An instruction with its members.
    public init(effect: String, id: String, payload: JSONObject) {
        self.effect = effect
        self.id = id
        self.payload = payload
    }
}

extension EffectDocument: Decodable, HandWritten {
    /// Reads the two members that every effect has, and keeps the others as they are.
    public init(from decoder: any Decoder) throws {
        var members = try JSONObject(from: decoder)
        guard case .string(let effect)? = members["effect"], case .string(let id)? = members["id"] else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an effect has the strings effect and id")
            )
        }
        members["effect"] = nil
        members["id"] = nil
        self.init(effect: effect, id: id, payload: members)
    }

    /// Writes `effect` and `id` first, then the instruction's members.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("effect")
        writer.string(effect)
        writer.key("id")
        writer.string(id)
        for member in payload.members {
            writer.key(named: member.name)
            // Members come from a JSON text, so that they always can become one.
            writer.raw((try? RawJSON(encoding: member.value)) ?? .null)
        }
        writer.endObject()
    }
}
