import Fairway
import FairwayWire

/// The body of a call that changes a session.
protocol ChangeBody: Decodable, Sendable {
    var change: Change { get }
    /// The kind of ``change``, as in the journal.
    static var kind: String { get }
    /// The problem code for valid JSON that does not match the body's type.
    static var wrongValue: ProblemCode { get }
}

extension ChangeBody {
    static var wrongValue: ProblemCode { .malformedRequest }
}

struct ActionBody: ChangeBody {
    var action: String
    var params: RawJSON?
    var screen: String?
    var draft: RawJSON?

    var change: Change { .action(name: action, params: params, screen: screen, draft: draft) }
    static let kind = "action"
}

struct BackBody: ChangeBody {
    var screen: String?
    var to: String?
    var draft: RawJSON?

    var change: Change { .back(screen: screen, to: to, draft: draft) }
    static let kind = "back"
}

struct SelectBody: ChangeBody {
    var container: String?
    var tab: String

    var change: Change { .select(container: container, tab: tab) }
    static let kind = "select"
}

struct LinkBody: ChangeBody {
    var link: String

    var change: Change { .link(link) }
    static let kind = "link"
}

struct RefreshBody: ChangeBody {
    var change: Change { .refresh }
    static let kind = "refresh"
}

/// The body is the device itself.
struct DeviceBody: ChangeBody {
    var device: Device

    init(from decoder: any Decoder) throws { device = try decoder.singleValueContainer().decode(Device.self) }

    var change: Change { .device(device) }
    static let kind = "device"
    static var wrongValue: ProblemCode { .invalidInput }
}

struct SignalBody: ChangeBody {
    var signal: String
    var params: RawJSON?

    var change: Change { .signal(name: signal, params: params) }
    static let kind = "signal"
}
