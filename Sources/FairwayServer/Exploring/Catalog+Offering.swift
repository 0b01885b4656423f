import FairwayWire

extension Catalog.Control {
    /// The schema of the action's parameters, with the values that the screen offers: options and rows are lists in its
    /// view model. A parameter whose list is empty keeps its schema.
    func offering(_ viewModel: JSONValue, in schema: JSONValue) -> JSONValue {
        var schema = schema
        for field in fields {
            guard case .list(let list, let value, _)? = field.options else { continue }
            let values = (viewModel.at(list)?.array ?? []).compactMap { $0.at(value) }
            schema = schema.offering(values, at: field.name.split(separator: "/")[...])
        }
        guard let row, let rows = viewModel.at(row.list)?.array else { return schema }
        for (name, parameter) in row.params {
            let values: [JSONValue] =
                switch parameter {
                case .index: rows.indices.map { .number(JSONNumber($0)) }
                case .value(let pointer): rows.compactMap { $0.at(pointer) }
                }
            schema = schema.offering(values, at: name.split(separator: "/")[...])
        }
        return schema
    }
}

extension JSONValue {
    /// The value at a JSON Pointer (RFC 6901) through objects.
    fileprivate func at(_ pointer: String) -> JSONValue? {
        pointer.split(separator: "/").reduce(JSONValue?.some(self)) { value, name in
            value?[String(name).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
    }

    /// The schema with one of the values as the member.
    fileprivate func offering(_ values: [JSONValue], at path: ArraySlice<Substring>) -> JSONValue {
        guard !values.isEmpty else { return self }
        guard let name = path.first.map(String.init) else { return ["enum": .array(values)] }
        guard var schema = object, var properties = schema["properties"]?.object, let member = properties[name] else {
            return self
        }
        properties[name] = member.offering(values, at: path.dropFirst())
        schema["properties"] = .object(properties)
        return .object(schema)
    }
}
