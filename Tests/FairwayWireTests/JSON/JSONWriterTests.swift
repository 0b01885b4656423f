import FairwayWire
import Testing

struct JSONWriterTests {
    @Test func writerWritesEveryKindOfValue() throws {
        var writer = JSONWriter(reserving: 0)
        writer.beginObject()
        writer.key("string")
        writer.string("a\"é\n")
        writer.key(named: "k\"")
        writer.beginArray()
        writer.int(-1)
        writer.int(UInt8.max)
        writer.int(Int128.max)
        writer.bool(true)
        writer.bool(false)
        writer.null()
        writer.string(String?.none)
        try writer.double(-0.5)
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.endArray()
        writer.raw(try RawJSON(encoding: ["x": 1]))
        writer.array(1...3) { $0.int($1) }
        writer.endArray()
        writer.key("last")
        writer.string("")
        writer.endObject()
        let expected =
            #"{"string":"a\"é\n","k\"":[-1,255,170141183460469231731687303715884105727,true,false,null,null,-0.5,{},[],"#
            + #"{"x":1},[1,2,3]],"last":""}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
        #expect(RawJSON(writer).bytes == writer.bytes)
        try JSON.validate(writer.bytes)
    }

    @Test func eachLineIsASeparateText() {
        var writer = JSONWriter(reserving: 0)
        for number in 1...2 {
            writer.beginArray()
            writer.int(number)
            writer.endArray()
            writer.endLine()
        }
        #expect(writer.withBytes { String(decoding: $0, as: UTF8.self) } == "[1]\n[2]\n")
    }

    @Test func infinityAndNaNWriteNothing() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.int(1)
        #expect(throws: JSONError.self) { try writer.double(.nan) }
        writer.int(2)
        writer.endArray()
        #expect(writer.bytes == Array("[1,2]".utf8))
    }

    @Test func integersOfEveryLengthAreWritten() {
        for digits in 1...19 {
            let number = Int("1234567890123456789".prefix(digits)) ?? 0
            for value in [number, -number] {
                var writer = JSONWriter()
                writer.int(value)
                #expect(writer.bytes == Array(String(value).utf8))
            }
        }
    }

    @Test func writerGrowsWithItsContent() throws {
        var writer = JSONWriter(reserving: 1)
        let long = String(repeating: "0123456789\n", count: 20_000)
        writer.array(0..<10) { writer, number in
            writer.string(long)
            writer.int(number)
        }
        let read = try JSON.decode([JSONValue].self, from: writer.bytes)
        #expect(read.count == 20 && read[18] == .string(long) && read[19] == 9)
    }
}
