/// The user's folder of things that can be made again, by the XDG Base Directory Specification: an `XDG_CACHE_HOME`
/// that is not absolute counts as none; nil where nothing names one.
///
/// - Parameter variables: environment variables.
package func cacheFolder(_ variables: [String: String]) -> FilePath? {
    if let named = variables["XDG_CACHE_HOME"], named.hasPrefix("/") { return FilePath(named) }
    guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
    return FilePath(home).appending(".cache")
}
