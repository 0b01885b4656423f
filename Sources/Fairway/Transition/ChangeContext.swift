import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What surrounds a change: who, when, on what device, with which services.
struct ChangeContext: Sendable {
    let session: String
    var device: Device
    let now: Date
    let dependencies: Dependencies
    let changeID: ChangeID
}
