/// How long a user stayed on a screen, as one of some hundred classes: so can any number of stays be added up, and the
/// one in the middle still be told within a tenth.
package struct StayLength: Hashable, Sendable, Comparable {
    /// Eight equal classes to the doubling, from a hundredth of a second up; 0 is all that is shorter.
    package let number: Int

    private static let shortestSeconds = 0.01
    private static let classesPerDoubling = 8
    /// Some 45 years.
    private static let longestDoubling = 36

    package init(number: Int) { self.number = number }

    package init(seconds: Double) {
        let length = seconds / Self.shortestSeconds
        guard length >= 1, length.isFinite else {
            self.init(number: 0)
            return
        }
        let part = Int((length.significand - 1) * Double(Self.classesPerDoubling))
        self.init(number: 1 + min(Int(length.exponent), Self.longestDoubling) * Self.classesPerDoubling + part)
    }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The middle of the class, in whole hundredths.
    var seconds: Double {
        guard number > 0 else { return 0 }
        let (doubling, part) = (number - 1).quotientAndRemainder(dividingBy: Self.classesPerDoubling)
        let significand = 1 + (Double(part) + 0.5) / Double(Self.classesPerDoubling)
        let length = Double(sign: .plus, exponent: doubling, significand: significand)
        return (length * Self.shortestSeconds * 100).rounded() / 100
    }

    /// The stay that half of all stays did not exceed.
    static func median(_ counts: [(length: StayLength, count: Int)]) -> Double {
        var left = (counts.reduce(0) { $0 + $1.count } + 1) / 2
        for (length, count) in counts.sorted(by: { $0.length < $1.length }) {
            left -= count
            if left <= 0 { return length.seconds }
        }
        return 0
    }
}
