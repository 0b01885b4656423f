import Foundation

/// The cabins of each sailing: free, held or sold.
///
/// Holds have ids, so holding and releasing are idempotent. A hold expires if it is not released.
actor CabinInventory {
    private var holds: JSONFile<Hold>

    init(in folder: DataFolder = DataFolder()) {
        holds = JSONFile("cabins", in: folder)
    }

    struct Hold: Codable, Hashable {
        var sailing: String
        var cabin: String
        /// Nil once the cabin is sold.
        var end: Date?

        func isOver(at now: Date) -> Bool { end.map { $0 <= now } ?? false }
    }

    static let cabins = [
        Ferry.Cabin(number: "201", kind: .inside, sleeps: 2, priceCents: 4_900),
        Ferry.Cabin(number: "202", kind: .inside, sleeps: 4, priceCents: 6_900),
        Ferry.Cabin(number: "203", kind: .inside, sleeps: 9, priceCents: 9_900),
        Ferry.Cabin(number: "301", kind: .outside, sleeps: 2, priceCents: 8_900),
        Ferry.Cabin(number: "302", kind: .outside, sleeps: 4, priceCents: 10_900),
        Ferry.Cabin(number: "401", kind: .suite, sleeps: 4, priceCents: 24_900),
    ]

    /// The numbers of the cabins that other bookings hold or have bought.
    ///
    /// - Parameter own: The hold of this booking, whose cabin counts as free.
    func taken(on sailing: String, except own: String?, at now: Date) throws -> Set<String> {
        Self.taken(on: sailing, except: [own], at: now, try holds.all())
    }

    /// Holds a cabin until a time. Repeating the call with the same id extends the hold.
    ///
    /// - Parameter own: Another hold of the same booking, which does not block the cabin.
    /// - Returns: Whether the cabin was available.
    func hold(
        _ cabin: String,
        on sailing: String,
        id: String,
        replacing own: String?,
        until end: Date,
        at now: Date
    ) throws -> Bool {
        try holds.update { holds in
            guard !Self.taken(on: sailing, except: [id, own], at: now, holds).contains(cabin) else { return false }
            holds = holds.filter { !$0.value.isOver(at: now) }
            holds[id] = Hold(sailing: sailing, cabin: cabin, end: end)
            return true
        }
    }

    /// Releases a hold, unless the cabin is sold.
    func release(_ id: String) throws {
        try holds.update { if $0[id]?.end != nil { $0[id] = nil } }
    }

    /// Sells a held cabin. Idempotent.
    ///
    /// - Returns: Whether it was still held.
    func sell(_ id: String) throws -> Bool {
        try holds.update { holds in
            guard holds[id] != nil else { return false }
            holds[id]?.end = nil
            return true
        }
    }

    /// Takes a sold cabin back. Idempotent.
    func takeBack(_ cabin: String, on sailing: String) throws {
        try holds.update { holds in
            holds = holds.filter { $0.value != Hold(sailing: sailing, cabin: cabin, end: nil) }
        }
    }

    private static func taken(
        on sailing: String,
        except own: [String?],
        at now: Date,
        _ holds: [String: Hold]
    ) -> Set<String> {
        Set(holds.filter { $1.sailing == sailing && !$1.isOver(at: now) && !own.contains($0) }.map(\.value.cabin))
    }
}
