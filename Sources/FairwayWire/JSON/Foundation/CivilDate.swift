/// A date of the proleptic Gregorian calendar, which RFC 3339 and ISO 8601 use.
///
/// The computation begins years in March, because a leap day is then the last day of its year. It groups years into
/// eras of 400 (Howard Hinnant, "chrono-compatible low-level date algorithms").
package struct CivilDate {
    package let year: Int
    package let month: Int
    package let day: Int

    private static let daysPerEra = 146_097

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date that is `dayNumber` days after 0000-03-01.
    package init(dayNumber: Int) {
        let era = (dayNumber >= 0 ? dayNumber : dayNumber - Self.daysPerEra + 1) / Self.daysPerEra
        let dayOfEra = dayNumber - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 0000-03-01.
    package var dayNumber: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * Self.daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    }

    var isValid: Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let same = CivilDate(dayNumber: dayNumber)
        return same.month == month && same.day == day
    }
}
