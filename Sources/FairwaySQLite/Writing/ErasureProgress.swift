/// What the erasures since the store was opened have done. If another process reads the log, the truncation is repeated,
/// and the overwrite of the free pages is not.
struct ErasureProgress {
    /// The number of erasures that have begun.
    private(set) var begun: Int
    /// The value of `begun` at the start of the newest overwrite that is complete.
    private var overwritten = 0
    private var isOverwriting = false

    /// - Parameter hasOpenErasure: Whether an earlier server has ended during an erasure.
    init(hasOpenErasure: Bool) { begun = hasOpenErasure ? 1 : 0 }

    /// The next step towards the end of the erasures that have begun.
    enum NextStep {
        /// Overwrite the free pages, then call ``ErasureProgress/endOverwrite(of:)``.
        case overwrite
        case truncateLog
        /// Another call overwrites the free pages.
        case wait
    }

    mutating func begin() { begun += 1 }

    mutating func nextStep() -> NextStep {
        guard overwritten < begun else { return .truncateLog }
        guard !isOverwriting else { return .wait }
        isOverwriting = true
        return .overwrite
    }

    /// - Parameter begun: The number of erasures before the overwrite; nil if it has failed.
    mutating func endOverwrite(of begun: Int?) {
        isOverwriting = false
        overwritten = begun ?? overwritten
    }
}
