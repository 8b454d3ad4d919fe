internal import Platform

extension Option {
    /// `--cacert FILE`, for commands that may talk to a server.
    static func certificates(_ path: any WritableKeyPath<Root, FilePath?> & Sendable) -> Option {
        .option(
            "cacert", path, "FILE", "trust the certificate authorities in this PEM file in place of the system's",
            environment: "CURL_CA_BUNDLE")
    }
}
