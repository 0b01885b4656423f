/// A shell command on a documentation page, with its expected output.
struct TranscriptStep: Equatable {
    var command: String
    var output: [String] = []

    /// Parses a block. A line that begins with `$ ` is a command, and a trailing `\` continues it on the next line.
    static func all(in block: String) -> [TranscriptStep] {
        var steps: [TranscriptStep] = []
        var goesOn = false
        for line in block.split(separator: "\n") {
            if line.hasPrefix("$ ") {
                steps.append(TranscriptStep(command: String(line.dropFirst(2))))
                goesOn = line.hasSuffix("\\")
            } else if let last = steps.indices.last {
                if goesOn {
                    steps[last].command += "\n" + line
                    goesOn = line.hasSuffix("\\")
                } else {
                    steps[last].output.append(String(line))
                }
            }
        }
        return steps
    }
}
