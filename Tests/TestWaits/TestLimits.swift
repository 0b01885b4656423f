/// The time limits that all tests share.
///
/// Tests wait for conditions. A limit ends a test whose condition never becomes true. It must exceed the longest pause of
/// a busy machine and the slowdown by a sanitizer, so no limit states how fast something should be.
package enum TestLimits {
    /// How long a client or a terminal waits for output of the program under test.
    package static let secondsForOutput = 600

    /// How often a test may repeat a situation that a pause of the machine ends early, such as a request in progress.
    /// Limits in the program under test cause these ends. They run in real time, because another process has no clock
    /// that a test could control.
    package static let attempts = 20
}
