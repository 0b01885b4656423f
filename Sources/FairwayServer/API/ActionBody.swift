import Fairway
import FairwayWire

/// `POST …/actions`.
struct ActionBody: ChangeBody {
    var action: String
    var params: RawJSON?
    var screen: String?
    var draft: RawJSON?

    var change: Change { .action(name: action, params: params, screen: screen, draft: draft) }
}
