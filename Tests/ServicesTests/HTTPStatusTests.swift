import Services
import Testing

@Suite("The table of statuses that may pass") struct HTTPStatusTests {
    private func passing(_ service: HTTPStatus.Service) -> [Int] {
        (100...1000).filter { HTTPStatus.mayPass($0, of: service) }
    }

    @Test func `what gives tokens is asked again as Google's own libraries do`() {
        #expect(passing(.tokens) == [408, 429, 500, 502, 503, 504])
    }

    @Test func `what is called is asked again where the call failed, and not where it can never succeed`() {
        #expect(passing(.calls) == [408, 409, 429, 499, 500, 502, 503, 504] + Array(506...599))
    }

    @Test func `what serves files is asked again whatever its server stumbled over`() {
        #expect(passing(.files) == [408, 425, 429] + Array(500...1000))
    }
}
