import Curl
import Testing
import Domain

@testable import Services

@Suite("The wait that a service asks for") struct RetryAfterTests {
    private let now = Timestamp(milliseconds: 784_111_777_000)

    private func wait(_ header: String?, date: String? = nil, delay: TimeSpan? = nil) -> Int64? {
        var headers: [HTTPHeader] = []
        if let header { headers.append(HTTPHeader("retry-after", header)) }
        if let date { headers.append(HTTPHeader("date", date)) }
        let response = HTTPResponse(status: 429, headers: headers, body: [])
        return retryAfter(response, retryDelay: delay, now: now)?.milliseconds
    }

    @Test func `the longer of header and detail counts, a day at most, never less than nothing`() {
        #expect(wait(nil) == nil && wait("") == nil && wait("soon") == nil && wait("-5") == nil && wait("nan") == nil)
        #expect(wait("7") == 7000 && wait("0") == 0)
        #expect(wait("7", delay: .seconds(9)) == 9000 && wait("11", delay: .seconds(9)) == 11_000)
        #expect(wait("99999999999999999999") == 86_400_000 && wait("1e300") == 86_400_000)
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT") == 0, "now")
        #expect(wait("Sun, 06 Nov 1994 08:50:37 GMT") == 60_000)
        #expect(wait("Sat, 05 Nov 1994 08:50:37 GMT") == 0, "yesterday")
    }

    @Test func `a date is measured by the service's own clock, where it shows it`() {
        #expect(wait("Thu, 01 Jan 2026 00:00:30 GMT", date: "Thu, 01 Jan 2026 00:00:00 GMT") == 30_000)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", Int64(0)), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800), ("Sun, 31 Dec 2023 23:59:59 GMT", 1_704_067_199),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ])
    func `a date is a moment`(_ text: String, _ seconds: Int64) {
        #expect(Timestamp(httpDate: text) == Timestamp(milliseconds: seconds * 1000))
    }

    @Test(arguments: ["", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"])
    func `anything else is none`(_ text: String) {
        #expect(Timestamp(httpDate: text) == nil)
    }
}
