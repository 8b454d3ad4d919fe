/// What people can do where a connection is not to be had, in clauses.
package enum ConnectionAdvice {
    /// Where the certificate of a server is not trusted.
    package static let certificate =
        "where a proxy or an authority of your own stands between, name its certificates with --cacert"
    /// Where a server leads elsewhere, and is not followed.
    package static let redirect = "name the address that serves the file itself"
}
