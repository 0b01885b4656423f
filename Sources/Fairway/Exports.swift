// An author of flows needs one import: `JSONValue`, `FieldError`, `Device` and their like come with it.
@_exported public import FairwayWire
