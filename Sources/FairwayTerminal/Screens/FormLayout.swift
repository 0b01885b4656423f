import FairwayClient
import FairwayServer
import FairwayWire

/// Lays out a form: each field with its input, the options of the current one, and errors below their fields.
struct FormLayout {
    private(set) var lines: [StyledLine]
    private let width: Int

    init(_ form: Form, width: Int) {
        self.width = max(width, 8)
        lines = [StyledLine(form.content.label, .title).cut(to: width), StyledLine()]
        for index in form.fields.indices { draw(index, of: form) }
        lines.append(StyledLine())
        let isMarked = form.fields.contains(where: \.isRequired)
        let help =
            form.format.phrase(
                "Enter accepts a field, Ctrl-U clears it, < returns to the previous one, Esc leaves the form."
            )
            + (isMarked ? " " + form.format.phrase("* is required.") : "")
        for part in help.wrapped(to: self.width) { lines.append(StyledLine(part, .quiet)) }
    }

    private mutating func draw(_ index: Int, of form: Form) {
        let field = form.fields[index]
        let isAsked = index == form.current
        let margin = StyledLine(isAsked ? "› " : "  ", .choice)
        if isAsked {
            lines.append((margin + StyledLine(form.label(of: index), .title)).cut(to: width))
            add(form.input(of: index).hint, .quiet)
            if let hint = field.hint { add(hint, .quiet) }
        } else {
            let label = StyledLine("\(form.label(of: index)): ")
            lines.append((margin + label + StyledLine(form.shownLine(of: index))).cut(to: width))
        }
        if let error = form.errors[index] {
            add(error, .failure)
            let refused = form.shownLine(of: index)
            if isAsked, !field.isSecret, !refused.isEmpty {
                add(form.format.phrase("You entered: {}", refused), .quiet)
            }
        }
        if isAsked { drawOptions(of: form) }
    }

    private mutating func drawOptions(of form: Form) {
        let (options, more) = form.shownOptions
        for (index, option) in options.enumerated() {
            let number = "    \(index + 1)  "
            for (line, part) in option.label.wrapped(to: width - number.count).enumerated() {
                let margin = line == 0 ? number : String(repeating: " ", count: number.count)
                lines.append(StyledLine(margin, .choice) + StyledLine(part))
            }
        }
        if more > 0 { add(form.format.phrase("and {} more; type a part of a name to find it", "\(more)"), .quiet) }
    }

    private mutating func add(_ text: String, _ style: TextStyle) {
        for part in ValueFormat.shortened(text).wrapped(to: width - 4) where !part.isEmpty {
            lines.append(StyledLine("    \(part)", style))
        }
    }
}
