import FairwayTesting
import FairwayWire
import Foundation
import Testing

/// The types of Foundation that the coder encodes itself.
struct FoundationTypeTests {
    @Test(arguments: [
        (0, "2001-01-01T00:00:00.000Z"), (0.5, "2001-01-01T00:00:00.500Z"), (-0.25, "2000-12-31T23:59:59.750Z"),
        (-978_307_200, "1970-01-01T00:00:00.000Z"), (785_468_229, "2025-11-22T01:37:09.000Z"),
        (785_468_229.123, "2025-11-22T01:37:09.123Z"), (-63_113_904_000, "0001-01-01T00:00:00.000Z"),
        (64_092_124_800, "4032-01-01T00:00:00.000Z"), (-31_579_200, "2000-01-01T12:00:00.000Z"),
        (0.01, "2001-01-01T00:00:00.010Z"), (-0.001, "2000-12-31T23:59:59.999Z"), (-0.0, "2001-01-01T00:00:00.000Z"),
        (252_423_993_599.999, "9999-12-31T23:59:59.999Z"), (0.0015, "2001-01-01T00:00:00.0015Z"),
        (1e-7, "2001-01-01T00:00:00.0000001Z"),
        (-1e-7, "2000-12-31T23:59:59.9999999Z"), (5_097_600, "2001-03-01T00:00:00.000Z"),
        (252_460_799, "2008-12-31T23:59:59.000Z"), (-63_145_526_400, "0000-01-01T00:00:00.000Z"),
        (252_423_993_599, "9999-12-31T23:59:59.000Z"),
    ])
    func dateIsEncodedAsRFC3339InUTC(_ seconds: Double, _ text: String) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(try JSON.encode(date) == Array("\"\(text)\"".utf8))
        #expect(try JSON.decode(Date.self, from: "\"\(text)\"".utf8) == date)
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1])
    func dateRoundTripIsExact(_ seed: UInt64) throws {
        var random = SeededGenerator(Seed(seed))
        let ranges: [ClosedRange<Double>] = [
            -63e9...250e9, -1e9...1e9, -1...1, -1e-3...1e-3, -1e-9...1e-9, 8e8...8.1e8,
        ]
        for _ in 0..<20_000 {
            let seconds = Double.random(in: ranges.randomElement(using: &random) ?? 0...1, using: &random)
            let bytes = try JSON.encode(Date(timeIntervalSinceReferenceDate: seconds))
            let read = try JSON.decode(Date.self, from: bytes).timeIntervalSinceReferenceDate
            #expect(read.bitPattern == seconds.bitPattern, "\(String(decoding: bytes, as: UTF8.self)), seed \(seed)")
        }
    }

    @Test func daysMatchFoundationsCalendar() throws {
        // Start in 1590: before the reform of 1582, Foundation uses the Julian calendar, and RFC 3339 the Gregorian.
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for day in stride(from: -150_000.0, through: 2_000_000, by: 377) {
            let date = Date(timeIntervalSinceReferenceDate: day * 86_400 + 45_296)
            #expect(try JSON.encode(date) == JSON.encode(date.formatted(format)))
        }
    }

    @Test(
        arguments: [
            ("2025-11-22T02:37:09+01:00", 785_468_229), ("2025-11-21T20:07:09-05:30", 785_468_229),
            ("2025-11-22t01:37:09z", 785_468_229), ("2025-11-22T01:37:09Z", 785_468_229),
            ("2025-11-22T01:37:09.5Z", 785_468_229.5), ("2025-11-22T01:37:09.00000Z", 785_468_229),
            ("2025-11-22T01:37:09-00:00", 785_468_229), ("2016-12-31T23:59:60Z", 504_921_600),
            ("2000-02-29T00:00:00Z", -26_524_800),
        ] as [(String, Double)]
    )
    func otherNotationsOfADateAreDecoded(_ text: String, _ seconds: Double) throws {
        #expect(try JSON.decode(Date.self, from: "\"\(text)\"".utf8).timeIntervalSinceReferenceDate == seconds)
    }

    @Test(arguments: [
        "", "2025-11-22", "2025-11-22T01:37:09", "2025-11-22 01:37:09Z", "2025-13-01T00:00:00Z", "2025-00-01T00:00:00Z",
        "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-11-31T00:00:00Z", "2025-11-00T00:00:00Z",
        "2025-11-22T24:00:00Z", "2025-11-22T01:60:00Z", "2025-11-22T01:37:61Z", "2025-11-22T01:37:09.Z",
        "2025-11-22T01:37:09+1:00",
        "2025-11-22T01:37:09+24:00", "2025-11-22T01:37:09Z ", " 2025-11-22T01:37:09Z", "25-11-22T01:37:09Z",
        "+025-11-22T01:37:09Z", "2025-11-22T01:37Z", "2025-11-22T01:37:09+0100", "12025-11-22T01:37:09Z",
        // In UTC these are before the year 0000 or after 9999.
        "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:00-00:01", "9999-12-31T23:59:60Z",
        "9999-12-31T23:59:59.9999999Z",
    ])
    func invalidRFC3339IsRefused(_ text: String) throws {
        let error = #expect(throws: JSONError.self) { try JSON.decode([Date].self, from: "[\"\(text)\"]".utf8) }
        #expect(error?.code == .invalidValue)
        #expect(error?.pointer == "/0")
    }

    /// Tests the first and last days that can be encoded, with every kind of offset.
    @Test func decodedDateCanBeEncoded() throws {
        var read = 0
        for year in ["0000", "9999"] {
            for day in ["01-01", "12-31"] {
                for time in ["00:00:00", "23:59:59", "23:59:60", "23:59:59.99999"] {
                    for offset in ["Z", "+00:01", "-00:01", "+23:59", "-23:59"] {
                        let text = "\"\(year)-\(day)T\(time)\(offset)\""
                        guard let date = try? JSON.decode(Date.self, from: text.utf8) else { continue }
                        read += 1
                        #expect(try JSON.decode(Date.self, from: JSON.encode(date)) == date, "\(text)")
                    }
                }
            }
        }
        #expect((1..<80).contains(read))
    }

    @Test(arguments: [1e12, -1e11, 1e300, .infinity, .nan])
    func dateOutsideOfFourDigitYearsIsAnError(_ seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let error = #expect(throws: JSONError.self) { try JSON.encode(["d": [date]]) }
        #expect(error?.code == .invalidValue)
        #expect(error?.pointer == "/d/0")
    }

    @Test(arguments: [
        "0", "1", "-1", "0.1", "-0.000001", "12345678901234567890123456789012345678",
        "3.14159265358979323846264338327950288",
        "1000000000000000000000000000000000000000", "0.00000000000000000000000000000000000001", "99.95", "-1200",
    ])
    func decimalIsExact(_ text: String) throws {
        let decimal = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
        #expect(try JSON.encode(decimal) == Array(text.utf8))
        #expect(try JSON.decode(Decimal.self, from: text.utf8) == decimal)
    }

    @Test func decimalIsDecodedFromAnyNotation() throws {
        #expect(try JSON.decode(Decimal.self, from: "1.50e2".utf8) == 150)
        #expect(
            try JSON.decode(Decimal.self, from: "1e-100".utf8) == Decimal(sign: .plus, exponent: -100, significand: 1)
        )
        #expect(
            try JSON.decode(Decimal.self, from: "1e130".utf8) == Decimal(sign: .plus, exponent: 127, significand: 1000)
        )
        for value in [Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi] {
            let bytes = try JSON.encode(value)
            // Significands from 10^38 to 2^128 are refused, because only some numbers of 39 digits fit.
            if let read = try? JSON.decode(Decimal.self, from: bytes) { #expect(read == value) }
        }
    }

    @Test(arguments: ["1e200", "1e-200", "123456789012345678901234567890123456789", "1e999999999999999999999", "1e165"])
    func numberThatADecimalCannotHoldIsRefused(_ text: String) throws {
        let error = #expect(throws: JSONError.self) { try JSON.decode(Decimal.self, from: text.utf8) }
        #expect(error?.code == .invalidValue)
        let notANumber = #expect(throws: JSONError.self) { try JSON.encode([Decimal.nan]) }
        #expect(notANumber?.pointer == "/0")
    }

    @Test func dataUUIDAndURLAreStrings() throws {
        struct Strings: Codable, Equatable {
            var data: Data
            var id: UUID
            var url: URL
            var none: URL?
        }
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let url = try #require(URL(string: "https://example.org/a/b?c=d#e"))
        let value = Strings(data: Data([0, 255, 1]), id: id, url: url)
        let bytes = try JSON.encode(value)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"data":"AP8B","id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","url":"https://example.org/a/b?c=d#e","none":null}"#
        )
        #expect(try JSON.decode(Strings.self, from: bytes) == value)
        for length in 0..<100 {
            let data = Data((0..<length).map { UInt8($0 * 7 & 255) })
            #expect(try JSON.decode(Data.self, from: JSON.encode(data)) == data)
        }
    }

    @Test func invalidDataUUIDOrURLIsRefused() throws {
        for (text, type) in [
            ("\"AP8\"", Data.self), ("\"A*==\"", Data.self), ("\"E621E1F8\"", UUID.self), ("\"\"", UUID.self),
            ("\"\"", URL.self),
        ] as [(String, any Decodable.Type)] {
            let error = #expect(throws: JSONError.self) { try JSON.decode(type, from: text.utf8) }
            #expect(error?.code == .invalidValue && error?.pointer == "", "\(type)")
        }
        for type in [Data.self, UUID.self, URL.self, Date.self] as [any Decodable.Type] {
            let error = #expect(throws: JSONError.self) { try JSON.decode(type, from: "1".utf8) }
            #expect(error?.code == .typeMismatch && error?.message == "expected a string, found a number", "\(type)")
        }
    }
}
