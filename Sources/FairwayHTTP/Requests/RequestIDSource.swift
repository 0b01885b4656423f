/// Makes the ids of one event queue: a counter from a random start through the finaliser of SplitMix64, a bijection, so
/// that none repeats within a queue.
struct RequestIDSource {
    private var counter = UInt64.random(in: .min ... .max)

    mutating func next() -> RequestID {
        counter &+= 0x9E37_79B9_7F4A_7C15
        var mixed = counter
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return RequestID(made: mixed ^ (mixed >> 31))
    }
}
