import Fairway
import FairwayWire

/// `PUT …/device`: the device itself is the body.
struct DeviceBody: ChangeBody {
    var device: Device

    init(from decoder: any Decoder) throws { device = try decoder.singleValueContainer().decode(Device.self) }

    var change: Change { .device(device) }
    static var wrongValue: ProblemCode { .invalidInput }
}
