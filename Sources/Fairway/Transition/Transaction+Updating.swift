/// Access to the stored properties of screens.
extension Transaction {
    /// Changes a screen that is shown by a flow or its descendants, or that the flow has retained.
    func update<S: Screen>(_ type: S.Type, step: String?, of id: NodeID, _ change: (inout S) -> Void) -> Bool {
        guard let place = place(of: type, step: step, in: id), let value = editor.value(at: place) else { return false }
        // The closure runs on a copy, because it may access the tree through the navigator.
        var screen: S = unboxed(value)
        change(&screen)
        editor.replaceValue(at: place, with: screen)
        return true
    }

    func instance<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> S? {
        place(of: type, step: step, in: id).flatMap { editor.value(at: $0) } as? S
    }

    private func place<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> TreeEditor.ScreenPlace? {
        do throws(Mistake) {
            return try editor.place(of: type, step: step, in: id)
        } catch {
            fail(.mistake(error))
            return nil
        }
    }
}
