internal import LiteRT
package import Platform
package import Domain

/// Where LiteRT's library is looked for, from the process's environment and the running program's path.
package func libraryPlaces(environment: [String: String], executable: FilePath?) -> [FilePath] {
    LibrarySearch.places(explicit: nil, environment: environment, executable: executable)
}

/// The place of the LiteRT library that would be used, after opening it.
package func findLibrary(at places: [FilePath]) throws(BackendError) -> FilePath {
    do throws(LiteRTError) {
        return try LiteRTLibrary(places: places).path
    } catch {
        throw BackendError(error, model: FilePath(""))
    }
}
