/// One header field of a request or a response.
package struct HTTPHeader: Hashable, Sendable {
    /// The name, in any case: `Content-Type`.
    package var name: String
    /// The value, without line breaks.
    package var value: String

    /// A header field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What is asked of a server.
package struct HTTPRequest: Sendable {
    /// The methods that are used here.
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    package var method: Method
    /// The address: `https://` or `http://`.
    package var url: String
    /// Header fields that anybody may see.
    package var headers: [HTTPHeader] = []
    /// Header fields that prove who asks.
    package var credentials: [HTTPHeader] = []
    /// Whether the address or the body holds a secret.
    ///
    /// A request with a secret, or with credentials, goes to no plain-http host but this machine and follows no
    /// redirect.
    package var isConfidential = false
    /// Whether no proxy may stand between: for services that answer by who asks, such as a cloud machine's own.
    package var goesDirect = false
    /// The body of a POST.
    package var body = HTTPBody()
    /// The longest time until there is a connection, in milliseconds.
    package var connectMilliseconds = 10_000
    /// The longest time for all of it, in milliseconds.
    package var totalMilliseconds = 60_000
    /// Whether the response is not waited for any more; asked about once a second.
    package var isCancelled: (@Sendable () -> Bool)?
    /// The most bytes of a response's body that are taken, as they are after decompression.
    package var maxResponseBytes = 64 << 20
    /// The least bytes a second of the transfer, over `maxIdleSeconds`; 0: it may be silent, unless its response is
    /// received piece by piece.
    package var minBytesPerSecond = 0
    /// The longest time in seconds for which the transfer may be slower.
    package var maxIdleSeconds = 60

    /// A request without a body.
    package init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }
}

/// Takes the body of a response piece by piece; false ends the request.
///
/// It is called with the status and header fields, on the thread that asks.
package typealias HTTPReceiver = (_ head: HTTPResponse, _ piece: Span<UInt8>) -> Bool

/// What a server answered.
package struct HTTPResponse: Sendable {
    /// The status: 200.
    package var status: Int
    /// Header fields of the last response, in their order.
    package var headers: [HTTPHeader]
    /// The body, decompressed.
    package var body: [UInt8]

    /// A response.
    package init(status: Int, headers: [HTTPHeader], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header field of a name, in any case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
