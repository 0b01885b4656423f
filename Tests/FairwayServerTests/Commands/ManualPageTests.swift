import Testing

@testable import FairwayServer

struct ManualPageTests {
    @Test func pageHasEachCommandWithItsFlags() {
        let flag = CommandDescription.Argument(
            name: "dry-run",
            placeholder: "",
            summary: "'Tries' it …",
            defaultText: "no",
            environmentName: "FAIRWAY_DRY_RUN",
            choices: []
        )
        let command = CommandDescription(
            name: "load",
            summary: "Loads C:\\data.",
            examples: ["load --dry-run"],
            operands: [],
            flags: [flag]
        )
        let tool = ToolDescription(name: "a-b", version: "1.0", summary: "An app.", commands: [command])
        let lines = ManualPage(of: tool).text.split(separator: "\n").map(String.init)
        #expect(lines.prefix(3) == [#".TH "A\-B" 1 "" "a\-b 1.0""#, ".SH NAME", #"a\-b \- An app."#])
        let start = lines.firstIndex(of: #".SS "load""#) ?? 0
        #expect(
            lines[start...].prefix(12) == [
                #".SS "load""#, #"Loads C:\edata."#, ".TP", #"\fB\-\-dry\-run\fR"#,
                #"\&'Tries' it \[u2026] Default: no. Variable: FAIRWAY_DRY_RUN."#, ".PP", "Examples:", ".PP", ".nf",
                ".RS 4", #"a\-b load \-\-dry\-run"#, ".RE",
            ]
        )
        #expect(lines.contains(#"\fB78\fR"#))
    }
}
