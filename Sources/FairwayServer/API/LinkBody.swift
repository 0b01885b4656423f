import Fairway

/// `POST …/links`.
struct LinkBody: ChangeBody {
    var link: String

    var change: Change { .link(link) }
}
