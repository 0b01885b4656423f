/// How a command ended, as the shell gets to know it. The numbers above 1 are those of `sysexits.h`.
package enum ExitCode: Int32, Sendable {
    /// It did what it was asked.
    case success = 0
    /// It tried and could not: an address in use.
    case failure = 1
    /// It was asked for something that is not there: an unknown flag, a value of the wrong kind.
    case usage = 64
    /// What it needs cannot be used now, and may be later: a disk that is full, fails or is read-only.
    case temporaryFailure = 75
    /// What it was pointed at is not in order: a store that cannot be used, an app that contradicts itself.
    case configuration = 78
}
