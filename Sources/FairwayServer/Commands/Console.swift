/// Where a command writes: the process's standard output and standard error, or a test's buffers.
package struct Console: Sendable {
    /// Takes bytes for standard output: what was asked for, and what another program may read.
    package let output: @Sendable ([UInt8]) -> Void
    /// Takes bytes for standard error: messages, and the log.
    package let errors: @Sendable ([UInt8]) -> Void
    /// Whether a person reads standard error as it is written.
    package let errorsAreRead: Bool
    /// How many characters of a line of standard output a terminal shows; nil when something else takes it.
    package let width: Int?

    /// Makes a console of whatever takes bytes.
    package init(
        output: @escaping @Sendable ([UInt8]) -> Void,
        errors: @escaping @Sendable ([UInt8]) -> Void,
        errorsAreRead: Bool,
        width: Int? = nil
    ) {
        self.output = output
        self.errors = errors
        self.errorsAreRead = errorsAreRead
        self.width = width
    }

    /// Writes a line to standard output.
    package func say(_ line: String) {
        output(Array((line + "\n").utf8))
    }

    /// Writes a line to standard error.
    package func complain(_ line: String) {
        errors(Array((line + "\n").utf8))
    }
}
