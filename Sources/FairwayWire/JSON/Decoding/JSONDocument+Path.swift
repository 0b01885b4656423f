extension JSONDocument {
    /// The path of a value: found by going down from the outermost value, always into what contains the one sought.
    func path(of index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = 0
        while container != index {
            switch self[container].kind {
            case .array:
                guard let (place, element) = elements(of: container).enumerated().first(where: { contains($1, index) })
                else { return path }
                path.append(JSONKey(index: place))
                container = element
            case .object:
                guard let (name, value) = members(of: container).first(where: { contains($0.value, index) })
                else { return path }
                path.append(JSONKey(name: stringValue(at: name)))
                container = value
            default:
                return path
            }
        }
        return path
    }

    private func contains(_ container: Int, _ index: Int) -> Bool {
        container <= index && index < Int(self[container].next)
    }
}
