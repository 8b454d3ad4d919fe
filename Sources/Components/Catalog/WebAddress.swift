internal import Platform

/// An address on the web as it is kept; nil for any other text.
///
/// The scheme is in lower case and a slash stands behind the host. What no server is told is cut off: blanks at the
/// end, a fragment, a user's name and password.
func webAddress(_ bytes: some Collection<UInt8>) -> FilePath? {
    let colon = bytes.prefix { $0 != UInt8(ascii: ":") }
    let scheme = String(decoding: colon, as: UTF8.self).lowercased()
    let behind = bytes.dropFirst(scheme.utf8.count)
    guard scheme == "https" || scheme == "http", behind.starts(with: "://".utf8) else { return nil }
    var rest = Array(behind.dropFirst(3).prefix { $0 != UInt8(ascii: "#") })
    while rest.last == UInt8(ascii: " ") || rest.last == UInt8(ascii: "\t") { rest.removeLast() }
    var host = Array(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
    var path = Array(rest.dropFirst(host.count))
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host.removeFirst(at + 1) }
    if path.first != UInt8(ascii: "/") { path.insert(UInt8(ascii: "/"), at: 0) }
    return FilePath(bytes: Array("\(scheme)://".utf8) + host + path)
}
