public import FairwayWire

/// A flow that can be started, with its defaults.
public struct Flow: AppPart {
    let make: @Sendable () throws -> FlowType

    /// A flow for every device. The value's stored properties are the defaults under input from outside and under
    /// stored state that an older build wrote, so that a property added next week needs no migration.
    public init<F: FlowController>(_ prototype: F) {
        make = { try FlowType(prototype, as: F.self, for: nil) }
    }

    /// On one kind of device, another flow controller that stands in for a flow: same input, same output.
    public init<F: FlowController, Role: FlowController>(
        _ prototype: F,
        as role: Role.Type,
        for idiom: Device.Idiom
    ) where F.Output == Role.Output {
        make = { try FlowType(prototype, as: role, for: idiom) }
    }
}
