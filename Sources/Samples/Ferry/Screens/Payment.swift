import Fairway

extension Ferry {
    struct Payment: Screen {
        var amountCents: Int
        /// Why the last card was not charged.
        var message: String?

        enum Action: Codable {
            case payButtonPressed(card: Sensitive<String>)
        }

        /// The digits of a card's number, if it can be one: the last digit is a check on the others (ISO/IEC 7812-1).
        static func digits(of card: String) -> String? {
            let digits = card.filter { $0 != " " }
            guard (12...19).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            let sum = digits.reversed().compactMap(\.wholeNumberValue).enumerated().reduce(0) { sum, digit in
                let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
                return sum + (value > 9 ? value - 9 : value)
            }
            return sum.isMultiple(of: 10) ? digits : nil
        }

        static let about = "Asks for a card."
        static let examples = [
            Payment(amountCents: 25_450), Payment(amountCents: 25_450, message: "Your card was declined."),
        ]
    }
}
