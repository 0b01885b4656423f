extension Connection {
    /// Makes room where a client has sent a good part of a body and may never send the rest.
    func dropLargeBody() {
        incoming?.dropLargeBody()
        noteHolding()
    }

    /// Counts what is held now in place of what was at the last flush.
    func noteHolding() {
        var holding = Holding()
        if !state.isClosed {
            holding.add(heldBack.count + parser.partial.count + (incoming?.heldBytes ?? 0))
            // By index: iterating would copy every waiting answer at each flush.
            for index in line.indices { line[index].add(to: &holding) }
            output.add(to: &holding)
        }
        if holding.ownBytes == self.holding.ownBytes, holding.bodies == self.holding.bodies { return }
        queue.hold(holding, insteadOf: self.holding)
        self.holding = holding
    }
}
