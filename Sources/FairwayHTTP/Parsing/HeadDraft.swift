/// What is known of a head while its lines come in.
struct HeadDraft {
    var line = RequestHead.Line()
    var fields: [RequestHead.Field] = []
    /// Where the header section starts, from where its bytes are counted.
    var fieldsStart = 0
    var contentLength: Int?
    var isChunked = false
    var hasHost = false
    var saysClose = false
    var saysKeepAlive = false
    var expectsContinue = false
}
