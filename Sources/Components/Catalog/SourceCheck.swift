internal import Platform
package import Domain

/// What a look at one of a job's sources brings before any folder is read.
package struct SourceCheck: Equatable, Sendable {
    /// The manifest's key: `images[2].folder`.
    package let keyPath: String
    /// Whether it is only not there: another machine may have it.
    package let isAbsence: Bool
    /// The thing, the cause and the next step.
    package let message: String

    /// Looks at every source of a job and at its exclusions; reads no folder and asks no server.
    package static func all(of job: Job) -> [SourceCheck] {
        let images = job.images.enumerated().compactMap { index, source in
            problem(source, job.directory).map { key, isAbsence, message in
                SourceCheck(keyPath: "images[\(index)].\(key)", isAbsence: isAbsence, message: message)
            }
        }
        let exclude = job.exclude.enumerated().compactMap { index, pattern -> SourceCheck? in
            do throws(CatalogError) {
                _ = try Exclusion(pattern, relativeTo: job.directory, roots: [])
                return nil
            } catch {
                return SourceCheck(keyPath: "exclude[\(index)]", isAbsence: false, message: error.description)
            }
        }
        return images + exclude
    }

    private typealias Found = (key: String, isAbsence: Bool, message: String)

    private static func problem(_ source: ImageSource, _ directory: FilePath) -> Found? {
        switch source.location {
        case .folder(let path): folder(directory.appending(path).shortened, key: "folder")
        case .glob(let text): pattern(text, directory)
        case .list(let path): list(directory.appending(path).shortened)
        case .standardInput, .url, .gs, .sql: nil
        }
    }

    private static func folder(_ path: FilePath, key: String) -> Found? {
        do throws(SystemError) {
            if try FileStatus(of: path).kind == .folder { return nil }
        } catch {
            return (key, true, error.code == "ENOENT" ? Catalog.noFolder(path) : words(error, path))
        }
        guard key == "folder" else { return (key, false, "\(path) is not a folder, and the pattern looks below it") }
        let isPicture = Catalog.foreignKind(of: path)?.isPicture == true
        return (key, false, "\(path) is a file, not a folder; write `\(isPicture ? "glob" : "list"):`")
    }

    private static func list(_ path: FilePath) -> Found? {
        do throws(SystemError) {
            switch try FileStatus(of: path).kind {
            case .folder: return ("list", false, "\(path) is a folder, not a list; write `folder:`")
            case .other:
                return (
                    "list", false,
                    "\(path) is not an ordinary file; "
                        + "write the names to one, or write `list: \"-\"` and send them to standard input"
                )
            default: break
            }
        } catch {
            return ("list", true, error.code == "ENOENT" ? "there is no file \(path)" : words(error, path))
        }
        return Catalog.foreignKind(of: path).map { ("list", false, $0.notAList(path)) }
    }

    /// The folder that the search of a pattern begins in must be there, whichever of its alternatives is followed.
    private static func pattern(_ text: String, _ directory: FilePath) -> Found? {
        do throws(CatalogError) {
            for pattern in try PathPattern.parse(text, relativeTo: directory) {
                let names = pattern.segments.prefix { if case .literal = $0 { true } else { false } }
                let isFile = names.count == pattern.segments.count
                let path = names.reduce(FilePath("/")) { path, name in
                    if case .literal(let bytes) = name { path.appending(FilePath(bytes: bytes)) } else { path }
                }
                if !isFile, let found = folder(path, key: "glob") { return found }
                if isFile, (try? FileStatus(of: path)) == nil { return ("glob", true, "there is no file \(path)") }
                if isFile, (try? FileStatus(of: path))?.kind == .folder {
                    return ("glob", false, "\(path) is a folder, not an image; write `folder:`")
                }
            }
            return nil
        } catch {
            return ("glob", false, error.description)
        }
    }

    private static func words(_ error: SystemError, _ path: FilePath) -> String {
        "cannot \(error.operation) \(path): \(error.reason)"
    }
}
