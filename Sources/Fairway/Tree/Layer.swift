import FairwayWire

/// What lies over everything below it: the session's base, a modal, a sheet, an alert.
struct Layer: Hashable, Sendable {
    /// How it lies there; nil for the base.
    var presentation: Presentation?
    /// Whether its stack takes further screens.
    var navigates: Bool
    /// What is in it.
    var area: Area

    /// The container's id, by which clients know the layer.
    var id: ContainerID { area.id }
}
