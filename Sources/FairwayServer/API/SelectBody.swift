import Fairway

/// `POST …/select`.
struct SelectBody: ChangeBody {
    var container: String?
    var tab: String

    var change: Change { .select(container: container, tab: tab) }
}
