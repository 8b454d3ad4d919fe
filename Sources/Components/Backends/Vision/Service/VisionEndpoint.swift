/// Where the Vision API is asked: the manifest's `backend.endpoint`, made whole.
struct VisionEndpoint: Sendable {
    /// The address that images are sent to.
    let url: String
    /// Whether it is one of Google's own hosts, in whatever region.
    let isGoogle: Bool
    /// Scheme, host and port, in lower case.
    let origin: String

    /// Completes an address: `https://host` alone, or with `/projects/P/locations/L`, the API's version before it or
    /// not; any other path is a proxy's, and is kept.
    ///
    /// The paths are those of the proto's HTTP annotations: `/v1/images:annotate`,
    /// `/v1/projects/P/locations/L/images:annotate`.
    init(_ endpoint: String) {
        let behindScheme = endpoint.firstRange(of: "://")?.upperBound ?? endpoint.startIndex
        let slash = endpoint[behindScheme...].firstIndex(of: "/") ?? endpoint.endIndex
        origin = endpoint[..<slash].lowercased()
        let authority = origin[(origin.firstRange(of: "://")?.upperBound ?? origin.startIndex)...]
        let host = authority.prefix { $0 != ":" }
        isGoogle = host == "googleapis.com" || host.hasSuffix(".googleapis.com")
        var path = String(endpoint[slash...])
        while path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty || path.hasPrefix("/projects/") { path = "/v1" + path }
        if !path.hasSuffix("/images:annotate") { path += "/images:annotate" }
        url = endpoint[..<slash] + path
    }
}
