import Fairway

/// Gives a cabin back that is held, even when the booking is no more.
struct ReleaseCabin: Job {
    static let outlivesFlow = true

    var hold: String

    static let performer = Performer(ReleaseCabin.self) { job, attempt in
        try attempt.dependencies[CabinInventory.self].release(job.hold)
        return Done()
    }
}
