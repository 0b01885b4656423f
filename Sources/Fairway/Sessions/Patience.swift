/// Computes `Retry-After` for rejected calls. The more calls are rejected in relation to those answered, the longer the
/// wait, so that repeated rejections do not use up the time for answers.
struct Patience {
    /// Half of the longest wait.
    private static let mostSeconds = 8
    /// The target ratio of answers to rejections.
    private static let answersForEach = 8
    /// The fractional part of the golden ratio. Its multiples are spread evenly between 0 and 1.
    private static let spread = 0.618_033_988_749_895

    private var began = -Double.infinity
    private var sentAway = 0
    private var answered = 0
    private var seconds = 1

    /// Counts a rejected call.
    ///
    /// - Parameter answered: The number of calls answered so far.
    /// - Returns: The wait in seconds. Calls that are rejected together get different waits.
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
