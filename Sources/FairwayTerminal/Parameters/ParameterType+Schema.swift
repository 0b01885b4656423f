import FairwayWire

extension ParameterType {
    /// Reads a schema (JSON Schema 2020-12) as the catalog gives it; what it does not understand is asked for as JSON.
    init(schema: JSONValue) {
        var reader = SchemaReader(schema)
        self = reader.type(of: schema, in: SchemaReader.Surroundings())
    }
}
