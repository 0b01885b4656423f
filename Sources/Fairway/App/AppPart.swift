/// Something that an app declares: a flow, a link, a service, a performer.
public protocol AppPart: Sendable {}
