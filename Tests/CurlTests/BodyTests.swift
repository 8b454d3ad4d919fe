import FoundationEssentials
import TestSupport
import Testing

@testable import Curl

@Suite("The body of a request") struct BodyTests {
    @Test func `is read in order, whatever its pieces and however much is taken at once`() {
        var random = Seeded(3)
        for round in 0..<500 {
            var (body, expected) = (HTTPBody(), [UInt8]())
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                let length = Int.random(in: 0..<40, using: &random)
                let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                if Bool.random(using: &random) {
                    body.append(bytes)
                    expected += bytes
                } else {
                    body.append(base64: bytes)
                    expected += Data(bytes).base64EncodedString().utf8
                }
            }
            #expect(body.count == expected.count && body.isEmpty == expected.isEmpty)
            var (reader, read) = (HTTPBodyReader(body), [UInt8]())
            while !reader.isAtEnd {
                var room = [UInt8](repeating: 0, count: Int.random(in: 1..<60, using: &random))
                var span = room.mutableSpan
                let count = reader.read(into: &span)
                #expect(count == min(room.count, expected.count - read.count), "round \(round)")
                guard count > 0 else { break }
                read += room[..<count]
            }
            #expect(read == expected, "round \(round)")
        }
    }

    @Test func `reaches the server as it is announced`() throws {
        let server = try RawServer { _ in Visitor.response("{}") }
        let picture = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 99) }
        var request = HTTPRequest(.post, server.url("/"))
        request.body.append(Array("{\"content\":\"".utf8))
        request.body.append(base64: picture)
        request.body.append(Array("\"}".utf8))
        _ = try HTTPClient().perform(request)
        let expected = "{\"content\":\"\(Data(picture).base64EncodedString())\"}"
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == [expected])
    }
}
