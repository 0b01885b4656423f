extension JSONDocument {
    /// The text with the members that the outermost object lacks taken from another's; nil when there are none to take.
    func filled(from defaults: JSONDocument) -> [UInt8]? {
        guard self[0].kind == .object, defaults[0].kind == .object else { return nil }
        let absent = defaults.members(of: 0).filter { name, _ in
            var name = defaults.stringValue(at: name)
            return name.withUTF8 { member($0, of: 0) } == nil
        }
        guard !absent.isEmpty else { return nil }
        var writer = JSONWriter(reserving: Int(self[0].length + defaults[0].length))
        writer.beginObject()
        for (document, members) in [(self, Array(members(of: 0))), (defaults, absent)] {
            for (name, value) in members {
                writer.key(named: document.stringValue(at: name))
                writer.raw(document.text(at: value))
            }
        }
        writer.endObject()
        return writer.bytes
    }
}
