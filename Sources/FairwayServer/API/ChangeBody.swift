import Fairway
import FairwayWire

/// The body of a call that changes a session.
protocol ChangeBody: Decodable, Sendable {
    /// What the call asks for.
    var change: Change { get }
    /// The code for a body that is JSON but not what the call takes.
    static var wrongValue: ProblemCode { get }
}

extension ChangeBody {
    static var wrongValue: ProblemCode { .malformedRequest }
}

/// `POST …/actions`.
struct ActionBody: ChangeBody {
    var action: String
    var params: RawJSON?
    var screen: String?
    var draft: RawJSON?

    var change: Change { .action(name: action, params: params, screen: screen, draft: draft) }
}

/// `POST …/back`.
struct BackBody: ChangeBody {
    var screen: String?
    var to: String?
    var draft: RawJSON?

    var change: Change { .back(screen: screen, to: to, draft: draft) }
}

/// `POST …/select`.
struct SelectBody: ChangeBody {
    var container: String?
    var tab: String

    var change: Change { .select(container: container, tab: tab) }
}

/// `POST …/links`.
struct LinkBody: ChangeBody {
    var link: String

    var change: Change { .link(link) }
}

/// `POST …/refresh`.
struct RefreshBody: ChangeBody {
    var change: Change { .refresh }
}

/// `PUT …/device`: the device itself is the body.
struct DeviceBody: ChangeBody {
    var device: Device

    init(from decoder: any Decoder) throws { device = try Device(from: decoder) }

    var change: Change { .device(device) }
    static var wrongValue: ProblemCode { .invalidInput }
}

/// `POST …/signals`.
struct SignalBody: ChangeBody {
    var signal: String
    var params: RawJSON?

    var change: Change { .signal(name: signal, params: params) }
}
