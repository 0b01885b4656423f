import Fairway
import FairwayWire

/// `POST …/signals`.
struct SignalBody: ChangeBody {
    var signal: String
    var params: RawJSON?

    var change: Change { .signal(name: signal, params: params) }
}
