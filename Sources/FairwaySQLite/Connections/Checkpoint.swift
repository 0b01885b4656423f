/// How much of the write-ahead log was in the database file after a checkpoint.
struct Checkpoint {
    let framesInLog: Int
    let movedFrames: Int

    /// Whether the log can begin anew.
    var isComplete: Bool { movedFrames == framesInLog }
}
