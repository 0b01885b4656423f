import Fairway
import Foundation

extension ScreenContext {
    /// An amount of money as the user's language writes it: `€1,234.50`, `1.234,50 €`.
    func euros(_ amount: Decimal) -> String {
        amount.formatted(.currency(code: "EUR").locale(Locale(identifier: locale)))
    }

    func euros(cents: Int) -> String { euros(Decimal(cents) / 100) }
}
