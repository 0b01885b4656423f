/// A form as lines: each field with what was typed, and below it what is wrong with it.
struct FormLayout {
    let lines: [StyledLine]

    init(_ form: Form, width: Int) {
        var lines = [StyledLine(Words.action(form.action), .title), StyledLine()]
        for (index, field) in form.fields.enumerated() {
            let isAsked = index == form.current
            let typed = form.lines[index].map { field.type.isSecret ? String(repeating: "•", count: $0.count) : $0 }
            let shown = typed ?? (field.type.isSecret ? "" : form.initialLine(of: index))
            let label = StyledLine(isAsked ? "› " : "  ", .choice) + StyledLine(field.label, isAsked ? .title : .plain)
            let value = StyledLine(isAsked ? "  (\(field.hint))" : ": \(shown)", isAsked ? .quiet : .plain)
            lines.append((label + value).cut(to: width))
            for part in (form.errors[index] ?? "").wrapped(to: width - 4) where !part.isEmpty {
                lines.append(StyledLine("    \(part)", .failure))
            }
        }
        self.lines = lines + [StyledLine(), StyledLine("Enter takes a field, < goes back one.", .quiet).cut(to: width)]
    }
}
