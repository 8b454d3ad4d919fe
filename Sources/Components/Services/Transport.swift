package import Curl

/// What carries one request to a service and brings its response back: an HTTP client, or a fuzz run's own responses.
package typealias Transport = (HTTPRequest) throws(HTTPError) -> HTTPResponse
