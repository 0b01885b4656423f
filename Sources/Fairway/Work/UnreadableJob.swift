/// What is stored of a job cannot be read by this build: another may.
struct UnreadableJob: Error {
    let reason: String
}
