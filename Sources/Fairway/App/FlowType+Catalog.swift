import FairwayWire

extension FlowType {
    /// The flow as the catalog describes it.
    ///
    /// - Parameter devices: on which kinds of device another controller stands in for it.
    func entry(isInitial: Bool, devices: [Device.Idiom]) -> Catalog.Flow {
        Self.entry(of: metatype, self, isInitial: isInitial, devices: devices)
    }

    private static func entry<F: FlowController>(
        of type: F.Type,
        _ flow: FlowType,
        isInitial: Bool,
        devices: [Device.Idiom]
    ) -> Catalog.Flow {
        // The registered value fills in whatever input leaves out. It is also a value that the type surely accepts.
        let defaults = (try? flow.encode(flow.prototype)).flatMap { try? JSON.decode(JSONValue.self, from: $0.bytes) }
        let recorder = ShapeRecorder()
        let input = JSONSchema.shape(of: type, defaults.map { [$0] } ?? [], recorder).withNothingRequired
        return Catalog.Flow(
            name: flow.name,
            version: flow.version,
            initial: isInitial,
            about: flow.about,
            input: input.schema(recorder.definitions),
            output: flow.canEnd ? JSONSchema.of(F.Output.self) : nil,
            devices: devices
        )
    }
}
