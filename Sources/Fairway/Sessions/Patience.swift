/// After how many seconds those who are sent away are to come back: the more they are beside those who are answered, the
/// later, so that sending them away again and again does not take the time of answering.
struct Patience {
    /// The longest wait is twice as long.
    private static let mostSeconds = 8
    /// So many are answered for each that is sent away, once all wait as long as they are told.
    private static let answersForEach = 8
    /// The golden ratio's fraction: its multiples spread evenly between 0 and 1, however many there are.
    private static let spread = 0.618_033_988_749_895

    private var began = -Double.infinity
    private var sentAway = 0
    private var answered = 0
    private var seconds = 1

    /// Counts one who is sent away.
    ///
    /// - Parameter answered: How many have been answered ever.
    /// - Returns: after how many seconds to try again; those who are sent away together do not all come back together.
    mutating func sendAway(at now: Double, answered: Int) -> Int {
        if now < began || now >= began + 1 {
            let isRecent = now >= began && now < began + 2
            let wanted = seconds * sentAway * Self.answersForEach / max(1, answered - self.answered)
            seconds = isRecent ? max(1, min(Self.mostSeconds, wanted)) : 1
            (began, sentAway, self.answered) = (now, 0, answered)
        }
        sentAway += 1
        let turn = (Double(sentAway) * Self.spread).truncatingRemainder(dividingBy: 1)
        return seconds + Int(turn * Double(seconds + 1))
    }
}
