import Testing

struct SwiftCodeTests {
    @Test(arguments: [
        ("let a = 1 // print(a)", "let a = 1"),
        ("a /* b /* c */ d */ e", "a                   e"),
        (#"log("print(1)") + 2"#, "log(          ) + 2"),
        (#"log("a \" b") + 2"#, "log(        ) + 2"),
        (##"log(#"a " b"#) + 2"##, "log(         ) + 2"),
        (#"log("a \(try! b("c")) d")"#, "log(     try! b(   ))   )"),
        (#"log("a \(b)" + "c")"#, "log(     b)  +    )"),
        ("let quote = /\"/ // why\nprint(1)", "let quote = /\nprint(1)"),
        ("log(\"\"\"\n  print(1) \"quoted\"\n  \"\"\")", "log(\n\n     )"),
    ])
    func commentsAndLiteralsAreBlanked(text: String, code: String) {
        let lines = SwiftCode.withoutCommentsAndLiterals(text).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.map(trimmingEnd).joined(separator: "\n") == code)
    }

    private func trimmingEnd(_ line: Substring) -> Substring {
        line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)
    }
}
