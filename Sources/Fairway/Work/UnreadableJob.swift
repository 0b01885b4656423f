/// This build cannot decode the stored job. Another build may.
struct UnreadableJob: Error {
    let reason: String
}
