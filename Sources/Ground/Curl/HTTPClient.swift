package import Platform

/// One connection to the web, kept from request to request; one owner at a time.
package final class HTTPClient {
    private let certificates: FilePath?

    /// A client.
    ///
    /// - Parameter certificates: a file of trusted authorities (PEM) in place of the system's.
    package init(certificates: FilePath? = nil) {
        self.certificates = certificates
    }

    /// Asks once and waits for the response; nothing is ever repeated.
    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        throw HTTPError(.other, mayHaveBeenSent: false, host: "", message: "not built")
    }
}
