import CFiles

/// Reads that fail rather than wait for a disk.
///
/// What is stored is nearly always in the system's memory. Reading it there takes less time than having another thread do
/// it, but nobody can tell before: so it is tried, and who would have to wait is told so. What the system promises is that
/// the pages are not waited for; where a page lies on the disk it may look up all the same.
enum PromptReads {
    private static let areThere = fairway_take_reads()

    /// To be called before the first file is opened.
    static func prepare() { _ = areThere }

    /// Reads from files of which all that is needed is in the system's memory; nil where it is not, or fails otherwise.
    static func attempt<Result>(_ read: () throws -> Result) -> Result? {
        guard areThere, fairway_begin_prompt_reads() else { return nil }
        defer { fairway_end_prompt_reads() }
        return try? read()
    }
}
