import Fairway
import FairwayWire

/// `POST …/back`.
struct BackBody: ChangeBody {
    var screen: String?
    var to: String?
    var draft: RawJSON?

    var change: Change { .back(screen: screen, to: to, draft: draft) }
}
