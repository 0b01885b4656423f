import Fairway

/// A flow that can open the main area. Flows below find it by this protocol and need not know which it is.
protocol MainAreaOpening {
    mutating func openMainArea(_ nav: Navigator<any MainAreaOpening>)
}
