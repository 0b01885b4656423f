/// What is known of a head while its lines come in.
struct HeadDraft {
    var line = RequestHead.Line()
    var fields: [RequestHead.Field] = []
    /// The known fields of which there is a line.
    var known = KnownHeaders()
    /// Those of which there is another.
    var repeated = KnownHeaders()
    /// Where the header section starts, from where its bytes are counted.
    var fieldsStart = 0
    var contentLength: Int?
    var isChunked = false
    var saysClose = false
    var saysKeepAlive = false
    var expectsContinue = false
}
