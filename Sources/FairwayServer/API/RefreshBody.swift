import Fairway

/// `POST …/refresh`.
struct RefreshBody: ChangeBody {
    var change: Change { .refresh }
}
