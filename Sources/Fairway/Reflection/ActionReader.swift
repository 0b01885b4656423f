import FairwayWire

/// Decodes an action from its name and parameters.
///
/// Synthesized `Codable` encodes an enum as `{name: {label: value}}`. The label of an unlabelled value is `_0` there,
/// and `value` on the wire. An enum with raw values is encoded as its raw value, which is the action's name on the
/// wire.
///
/// Actions without parameters are decoded once and cached.
///
/// `@unchecked Sendable`: an action need not be `Sendable`, but the cached ones are enum cases without a payload.
struct ActionReader<Action: Codable>: @unchecked Sendable {
    private let ready: [String: DecodedAction]
    /// The action's type if it is encoded as a raw value, which has no parameters.
    private let raw: (any RawRepresentable<String>.Type)?

    /// Decodes and caches the actions without parameters.
    init(_ names: [String]) {
        let plain = CaseNames.withoutPayload(of: Action.self)
        let raw = Action.self as? any RawRepresentable<String>.Type
        let made: [(String, DecodedAction)] = names.compactMap { name in
            let action: Action? =
                if let raw {
                    // A raw value may differ from its case's name, so this is safe only if no case has a payload.
                    plain == CaseNames.of(Action.self) ? Self.action(raw, name) : nil
                } else {
                    plain.contains(name) ? try? JSON.decode(Action.self, from: Self.envelope(name, nil)) : nil
                }
            return action.map { (name, DecodedAction(value: $0, isSensitive: false)) }
        }
        self.raw = raw
        ready = Dictionary(made) { first, _ in first }
    }

    func read(_ name: String, _ params: RawJSON?) throws(Problem) -> DecodedAction {
        if let action = ready[name], raw != nil || Self.isNothing(params) { return action }
        return try decode(name, params)
    }

    /// A separate function, because a local of generic type needs dynamically sized stack space. `read` avoids that for
    /// cached actions.
    @inline(never)
    private func decode(_ name: String, _ params: RawJSON?) throws(Problem) -> DecodedAction {
        if let raw, let action = Self.action(raw, name) { return DecodedAction(value: action, isSensitive: false) }
        do {
            let detector = SensitiveValueDetector()
            let action = try JSON.decode(
                Action.self,
                from: try Self.envelope(name, params),
                userInfo: [.sensitiveDetector: detector]
            )
            return DecodedAction(value: action, isSensitive: detector.hasFoundValue)
        } catch {
            throw problem(for: error, name)
        }
    }

    private static func action<Raw: RawRepresentable<String>>(_ type: Raw.Type, _ name: String) -> Action? {
        Raw(rawValue: name) as? Action
    }

    private static func isNothing(_ params: RawJSON?) -> Bool {
        guard let params else { return true }
        return params == .emptyObject || params == .null
    }

    private static func envelope(_ name: String, _ params: RawJSON?) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(named: name)
        if let params, params != .null {
            writer.raw(try naming(params))
        } else {
            writer.beginObject()
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    /// Copies `value` to the label `_0`, which synthesized `Codable` expects. Replaces a `_0` that the client also
    /// sent, because only `value` was checked.
    private static func naming(_ params: RawJSON) throws -> RawJSON {
        guard case .object(var members) = try JSON.decode(JSONValue.self, from: params.bytes),
            let value = members["value"]
        else { return params }
        members["_0"] = value
        return try RawJSON(encoding: JSONValue.object(members))
    }

    private func problem(for error: any Error, _ name: String) -> Problem {
        guard let error = error as? JSONError else { return Problem(.invalidParams, "\(error)") }
        let inside = (error.pointer ?? "").dropFirst().drop { $0 != "/" }
        let pointer = "/params" + inside.replacing("/_0", with: "/value", maxReplacements: 1)
        return Problem(.invalidParams, errors: [FieldError(pointer, error.code.rawValue, detail: error.message)])
    }
}

/// A decoded action.
struct DecodedAction {
    let value: any Codable
    let isSensitive: Bool

    /// The action's parameters with sensitive values masked.
    func masked() throws -> JSONValue {
        let encoded = try JSON.encode(value, userInfo: [.maskingSensitive: true])
        guard case .object(let members) = try JSON.decode(JSONValue.self, from: encoded),
            let params = members.members.first
        else { return .null }
        return params.value
    }
}
