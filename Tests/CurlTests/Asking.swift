import Curl
import TestSupport

extension HTTPClient {
    /// Asks for a page.
    func get(_ url: String) throws -> HTTPResponse { try perform(HTTPRequest(.get, url)) }

    /// The error that a request ends with; nil when it has a response.
    func failure(_ request: HTTPRequest) -> HTTPError? {
        do throws(HTTPError) {
            _ = try perform(request)
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPRequest {
    /// A POST of so many bytes.
    static func post(_ url: String, bytes: Int) -> HTTPRequest {
        var request = HTTPRequest(.post, url)
        var body = [UInt8](0..<251)
        while body.count < bytes { body += body }
        request.body = HTTPBody(Array(body.prefix(bytes)))
        return request
    }

    /// A GET that shows who asks.
    static func secretGet(_ url: String) -> HTTPRequest {
        var request = HTTPRequest(.get, url)
        request.credentials = [HTTPHeader("X-Goog-Api-Key", "s3cret")]
        return request
    }
}
