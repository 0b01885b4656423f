/// Reads the fields of a date and time, one after another.
struct RFC3339Fields {
    private let text: [UInt8]
    private var position = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    var isAtEnd: Bool { position == text.count }

    /// A number of exactly so many digits.
    mutating func number(_ width: Int) -> Int? {
        guard position + width <= text.count else { return nil }
        var number = 0
        for byte in text[position..<position + width] {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += width
        return number
    }

    /// As many digits as there are.
    mutating func digits() -> [UInt8] {
        let digits = text[position...].prefix { $0 &- UInt8(ascii: "0") < 10 }
        position += digits.count
        return Array(digits)
    }

    /// Goes past one of these characters, if it is there.
    mutating func skip(_ characters: String) -> Bool {
        guard position < text.count, characters.utf8.contains(text[position]) else { return false }
        position += 1
        return true
    }

    /// The seconds that local time is ahead of UTC: `Z`, `+01:00`.
    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
        return sign * (hour * 60 + minute) * 60
    }
}
