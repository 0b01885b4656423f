extension Request {
    /// The value of the only header field of that name; nil when there is none, or nothing in it.
    ///
    /// For what says who somebody is. More than one, as when a proxy adds its own to the client's, is a 400, since the other
    /// may be the true one. So are bytes that are not UTF-8: made into text, one name would look like another.
    public func onlyValue(_ name: HeaderName) throws(HTTPProblem) -> String? { try head.onlyValue(name) }
}

extension RequestHead {
    func onlyValue(_ name: HeaderName) throws(HTTPProblem) -> String? {
        var values = fields.lazy.filter { self.isField($0, name) }.makeIterator()
        guard let field = values.next() else { return nil }
        guard values.next() == nil else { throw .malformedRequest("There is more than one \(name).") }
        let bytes = self.bytes[field.value]
        guard let value = String(validating: bytes, as: UTF8.self) else {
            throw .malformedRequest("The value of \(name) is not UTF-8.")
        }
        return value.isEmpty ? nil : value
    }
}
