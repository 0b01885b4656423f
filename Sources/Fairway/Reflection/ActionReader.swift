import FairwayWire

/// Makes an action from its name and parameters.
///
/// Synthesised coding writes an enum as `{name: {label: value}}` and calls an unlabelled value `_0`, which is `value`
/// on the wire. An enum with raw values is just its name.
///
/// Most actions have no parameters. Each of those is made once, so that sending it costs a look-up.
struct ActionReader<Action: Codable>: @unchecked Sendable {
    // Unchecked because actions need not be sendable: those kept here are enum cases without a payload, in which there
    // is nothing to share.
    private let ready: [String: ReadAction]
    /// Of actions that are just their names, whatever the parameters are.
    private let raw: (any RawRepresentable<String>.Type)?

    /// A reader that keeps those of the named actions which have no parameters.
    init(_ names: [String]) {
        let plain = CaseNames.withoutPayload(of: Action.self)
        let raw = Action.self as? any RawRepresentable<String>.Type
        let made: [(String, ReadAction)] = names.compactMap { name in
            let action: Action? =
                if let raw {
                    // A raw value need not be the name of its case, so that all of them have to be without a payload.
                    plain == CaseNames.of(Action.self) ? Self.action(raw, name) : nil
                } else {
                    plain.contains(name) ? try? JSON.decode(Action.self, from: Self.envelope(name, nil)) : nil
                }
            return action.map { (name, ReadAction(value: $0, isSensitive: false)) }
        }
        self.raw = raw
        ready = Dictionary(made) { first, _ in first }
    }

    /// The action, or what is wrong with the parameters.
    func read(_ name: String, _ params: RawJSON?) throws(Problem) -> ReadAction {
        if let action = ready[name], raw != nil || Self.isNothing(params) { return action }
        return try decode(name, params)
    }

    /// A function of its own: a local of generic type needs stack room whose size is known only at run time, which the
    /// usual path in `read` need not pay for.
    @inline(never)
    private func decode(_ name: String, _ params: RawJSON?) throws(Problem) -> ReadAction {
        if let raw, let action = Self.action(raw, name) { return ReadAction(value: action, isSensitive: false) }
        do {
            let witness = SensitiveWitness()
            let action = try JSON.decode(
                Action.self,
                from: try Self.envelope(name, params),
                userInfo: [.sensitiveWitness: witness]
            )
            return ReadAction(value: action, isSensitive: witness.hasSeenOne)
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

    /// The parameters with the member `value` under the name that synthesised coding looks for as well.
    private static func naming(_ params: RawJSON) throws -> RawJSON {
        guard case .object(var members) = try JSON.decode(JSONValue.self, from: params.bytes),
            let value = members["value"], members["_0"] == nil
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
