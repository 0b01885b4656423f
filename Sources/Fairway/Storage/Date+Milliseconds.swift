#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Date {
    /// Whole milliseconds since 1970: how every store keeps a moment. One that lies beyond what calendars reach is kept
    /// as the last that they do, so that no far-off time-out can be more than a number holds.
    package var milliseconds: Int {
        let reach = 253_402_300_799_999.0
        return Int(min(max((timeIntervalSince1970 * 1_000).rounded(), -reach), reach))
    }

    /// The moment so many milliseconds after 1970.
    ///
    /// Counted from 2001, as the type itself does: by way of 1970 the last bits would be lost, and `…06.107Z` would
    /// become `…06.1070001Z`.
    package init(milliseconds: Int) {
        self.init(timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1_000)
    }
}
