/// The figures of one call of a service.
package struct CallMetrics: Equatable, Sendable {
    /// The status of the response; nil where none came.
    package var httpStatus: Int?
    /// The bytes of the request's body; 0 where none was sent.
    package var requestBytes: Int
    /// From the request's first byte to the response's last.
    package var latency: TimeSpan
    /// How many images the request held.
    package var images: Int

    /// The figures of a call.
    package init(httpStatus: Int?, requestBytes: Int, latency: TimeSpan, images: Int = 1) {
        self.httpStatus = httpStatus
        self.requestBytes = requestBytes
        self.latency = latency
        self.images = images
    }
}
