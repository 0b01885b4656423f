public import FairwayWire

extension ScreenDocument {
    /// What to draw, as the client's own type. Members that the type does not name are ignored.
    public func viewModel<ViewModel: Decodable>(as type: ViewModel.Type) throws -> ViewModel {
        try JSON.decode(type, from: viewModel.bytes)
    }
}
