import FairwayWire

/// A flow refuses an action: thrown by ``Navigator/reject(_:)``.
struct Rejection: Error, Sendable {
    var errors: [FieldError]
    var reason: String?
}
