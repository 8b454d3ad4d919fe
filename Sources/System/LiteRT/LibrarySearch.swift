package import Platform

/// Where libLiteRt.so is looked for.
package enum LibrarySearch {
    /// The places in order, from nothing but the parameters.
    ///
    /// A place that was named (by path or by `CAIRN_LITERT`) is the only one: to run another library than the
    /// one asked for would be worse than none. A name without a slash, last, leaves the search to the system.
    ///
    /// - Parameters:
    ///   - explicit: the path a flag or setting names.
    ///   - environment: the process's environment.
    ///   - executable: the absolute path of the running program.
    package static func places(
        explicit: FilePath?, environment: [String: String], executable: FilePath?
    ) -> [FilePath] {
        if let explicit { return [explicit] }
        if let named = environment["CAIRN_LITERT"], !named.isEmpty { return [FilePath(named)] }
        var places: [FilePath] = []
        if let folder = executable?.directory, folder.isAbsolute {
            places.append(folder.appending(libraryName))
            places.append(folder.appending("../lib/\(libraryName)").normalized)
            places.append(folder.appending("../lib/cairn/\(libraryName)").normalized)
            // A build inside the checkout finds what Scripts/setup put there.
            if let checkout = checkout(of: folder) {
                places.append(checkout.appending(".deps/litert/\(libraryName)"))
            }
        }
        if let cache = cacheFolder(environment) {
            places.append(cache.appending("cairn/litert/\(pinnedVersion)/\(libraryName)"))
        }
        places.append(FilePath(libraryName))
        return places
    }

    /// The folder whose `.build` holds a folder; nil where none does.
    ///
    /// No other folder above the program is looked into: any user may put files into some of them.
    private static func checkout(of folder: FilePath) -> FilePath? {
        var inside = folder
        while inside.directory != inside {
            if inside.name == FilePath(".build") { return inside.directory }
            inside = inside.directory
        }
        return nil
    }
}

/// The version whose checksum Scripts/setup knows.
let pinnedVersion = "2.3.0"
let libraryName = "libLiteRt.so"
