import FairwayWire

/// The slot of a child flow: the value by which its parent distinguishes it from others. Compared as JSON.
struct FlowSlot: Hashable, Sendable {
    private let value: JSONValue

    /// Nil if the slot is encoded as `null`, such as an optional without a value.
    init?(encoding slot: some Encodable) throws {
        value = try JSON.decode(JSONValue.self, from: JSON.encode(slot))
        if value == .null { return nil }
    }

    /// Reads a slot from the store.
    init(stored text: String) {
        value = (try? JSON.decode(JSONValue.self, from: Array(text.utf8))) ?? .string(text)
    }

    /// The slot as it is stored. A text is stored without quotes; all other values are stored as JSON. A text that is
    /// valid JSON itself is stored as JSON too, and so is one with U+0000, because PostgreSQL refuses that character.
    var stored: String {
        get throws {
            if case .string(let text) = value, !text.contains("\0"), FlowSlot(stored: text).value == value {
                return text
            }
            return String(decoding: try JSON.encode(value), as: UTF8.self)
        }
    }

    func decode<Slot: Decodable>(_ type: Slot.Type) throws -> Slot {
        try JSON.decode(type, from: JSON.encode(value))
    }
}

/// The type of the slots in which a flow starts one kind of child flow. Declared by a route with `slot:`.
struct SlotType: Sendable {
    let name: String
    let id: ObjectIdentifier
    private let read: @Sendable (FlowSlot) throws -> Void

    init<Slot: Codable & Hashable & Sendable>(_ type: Slot.Type) {
        (name, id) = ("\(type)", ObjectIdentifier(type))
        read = { slot in _ = try slot.decode(type) }
    }

    /// Throws if a stored slot cannot be decoded.
    func check(_ slot: FlowSlot) throws { try read(slot) }
}

/// The output of a child flow with its slot. The output of a dismissed flow is `Void`.
struct SlotPayload {
    let slot: FlowSlot
    let output: Any
}

extension Transaction {
    /// The slot in which a flow starts a child. Fails the change if a route of the flow expects another type.
    func slot<Child: FlowController, Slot: Codable & Hashable & Sendable>(
        _ slot: Slot,
        for child: Child.Type,
        of id: NodeID
    ) -> FlowSlot? {
        do {
            if let type = editor.tree[id]?.type, let expected = type.slots[ObjectIdentifier(child)],
                expected.id != ObjectIdentifier(Slot.self)
            {
                throw Mistake(
                    "\(type.storedName) starts \(Child.name) in a slot of the type \(Slot.self), and its route for "
                        + "\(Child.name) with `slot:` takes \(expected.name): pass a value of that type."
                )
            }
            return try FlowSlot(encoding: slot)
        } catch {
            fail(ChangeFailure(error))
            return nil
        }
    }
}
