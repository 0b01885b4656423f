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

struct ActionBody: ChangeBody, DescribedType {
    var action: String
    var params: RawJSON?
    var screen: String?
    var draft: RawJSON?

    var change: Change { .action(name: action, params: params, screen: screen, draft: draft) }

    static let described = TypeDescription(
        "An action of a screen.",
        .init("action", "The action's name, one of the screen's `actions`.", "nextToPage2ButtonPressed"),
        .init("params", "The parameters, as the catalog's schema of the action describes them.", [:]),
        .init(
            "screen",
            "The id of the screen that shows the action. If it is no longer visible, the call is refused with `stale-screen`.",
            "s1"
        ),
        .init(
            "draft",
            "Input of the screen that was not submitted. It is stored if the action is refused.",
            ["name": "Ada"]
        )
    )
    static let kind = "action"
}

struct BackBody: ChangeBody, DescribedType {
    var screen: String?
    var to: String?
    var draft: RawJSON?

    var change: Change { .back(screen: screen, to: to, draft: draft) }

    static let described = TypeDescription(
        "A step back with the system gesture.",
        .init("screen", "The id of the screen to leave; by default the front screen.", "s2"),
        .init("to", "The id of the screen to go back to; by default the one before.", "s1"),
        .init("draft", "Input of the screen that was not submitted. It is stored if the screen stays.", ["name": "Ada"])
    )
    static let kind = "back"
}

struct SelectBody: ChangeBody, DescribedType {
    var container: String?
    var tab: String

    var change: Change { .select(container: container, tab: tab) }

    static let described = TypeDescription(
        "The selection of a tab.",
        .init("container", "The id of the tab container; by default the front one.", "c1"),
        .init("tab", "The key of the tab.", "search")
    )
    static let kind = "select"
}

struct LinkBody: ChangeBody, DescribedType {
    var link: String

    var change: Change { .link(link) }

    static let described = TypeDescription(
        "A deep link of the app.",
        .init("link", "The path of the link, which matches a pattern in the catalog.", "/planets/earth")
    )
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

struct SignalBody: ChangeBody, DescribedType {
    var signal: String
    var params: RawJSON?

    var change: Change { .signal(name: signal, params: params) }

    static let described = TypeDescription(
        "An event from outside, such as a webhook.",
        .init("signal", "The signal's name.", "Paid"),
        .init("params", "The signal's properties.", ["reference": "INV-7"])
    )
    static let kind = "signal"
}
