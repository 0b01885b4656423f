/// Which of the stored sessions are changed.
enum ActiveSessions {
    case all
    /// So many that were started last, as where users come, do something and go.
    case newest(Int)
    /// So many that lie as far from each other as can be: no two share a page. The worst case.
    case spread(Int)

    /// How many there are among so many stored.
    func count(of stored: Int) -> Int {
        switch self {
        case .all: stored
        case .newest(let count), .spread(let count): count
        }
    }

    /// The number of the nth of them among so many stored.
    func number(_ place: Int, of stored: Int) -> Int {
        switch self {
        case .all: place
        case .newest(let count): stored - count + place
        // Coprime to any number of sessions that is a power of ten.
        case .spread: place * 7_919 % stored
        }
    }
}
