/// The bodies that connections of an event queue hold. One that many hold takes memory once, and is counted once.
struct HeldBodies {
    private var holders: [HeldBody: Int] = [:]

    /// One more connection holds it.
    ///
    /// - Returns: by how many bytes that is more in all.
    mutating func take(_ body: HeldBody) -> Int {
        holders[body, default: 0] += 1
        return holders[body] == 1 ? body.count : 0
    }

    /// One connection holds it no more.
    ///
    /// - Returns: by how many bytes that is less in all.
    mutating func giveBack(_ body: HeldBody) -> Int {
        guard let others = holders[body].map({ $0 - 1 }), others > 0 else {
            return holders.removeValue(forKey: body) == nil ? 0 : body.count
        }
        holders[body] = others
        return 0
    }
}
