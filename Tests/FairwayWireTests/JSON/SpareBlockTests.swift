import Dispatch
import FairwayWire
import Synchronization
import Testing

/// The memory of freed documents, which the next ones use.
struct SpareBlockTests {
    /// The texts are about as long as a block, and more documents exist at once than there are spare blocks.
    @Test func documentsAtOnceDoNotShareMemory() {
        let right = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 400) { iteration in
            let texts = (0..<24).map { String(repeating: "\($0)", count: 1_000 + iteration % 100) + "é\n" }
            right.add(Self.documentsWritten(texts[...]), ordering: .relaxed)
        }
        #expect(right.load(ordering: .relaxed) == 400 * 24)
    }

    /// Writes a document for each text, each while the documents before it are being written. Returns how many have the
    /// bytes that they should have.
    private static func documentsWritten(_ texts: ArraySlice<String>) -> Int {
        guard let text = texts.first else { return 0 }
        var writer = JSONWriter()
        writer.beginArray()
        writer.string(text)
        let others = documentsWritten(texts.dropFirst())
        writer.string(text)
        writer.endArray()
        let bytes = writer.bytes
        let isRight =
            (try? JSON.decode([String].self, from: bytes)) == [text, text] && (try? JSON.encode([text, text])) == bytes
        return others + (isRight ? 1 : 0)
    }

    @Test func refusedDocumentFreesItsMemoryOnce() {
        for _ in 0..<100 {
            #expect(throws: JSONError.self) { try JSON.validate(Array("[1,".utf8)) }
            var one = JSONWriter()
            var two = JSONWriter()
            var three = JSONWriter()
            one.int(1)
            two.int(2)
            three.int(3)
            let written = [one.bytes, two.bytes, three.bytes]
            #expect(written == ["1", "2", "3"].map { Array($0.utf8) })
        }
    }
}
