internal import Text
package import Platform
package import Domain

/// Something a source names that cannot be used; the search continues after it.
package struct SourceProblem: Error, Equatable, Sendable {
    /// The file or folder, absolute; for a pattern without a match, the pattern.
    package let path: FilePath
    /// Why, as a failure of the stage `find`: of kind `missing` or `unreadable`.
    package let failure: Failure
    /// Whether it only ought to be known: nothing that a source names is lost by it.
    package let isNotice: Bool
    /// Whether `path` is a name that a source gives for an image, and not a source or a folder.
    package let isName: Bool
    /// How the source wants its names read.
    package internal(set) var reading = Reading()
    /// Of a source that is there to be looked at and gives no file, how people know it; nil of anything else.
    package private(set) var emptySource: String?

    /// A problem.
    package init(path: FilePath, failure: Failure, isNotice: Bool = false, isName: Bool = false) {
        self.path = path
        self.failure = failure
        self.isNotice = isNotice
        self.isName = isName
    }
}

extension SourceProblem {
    /// The system's refusal to look at a file or folder.
    static func refused(_ path: FilePath, _ error: SystemError, isName: Bool = false) -> SourceProblem {
        SourceProblem(
            path: path,
            failure: Failure(
                stage: .find, kind: error.isAbsence ? .missing : .unreadable, code: error.code,
                message: "cannot \(error.operation) \(path): \(error.reason)", isTransient: error.isTransient),
            isName: isName)
    }

    /// Something that is not there.
    static func missing(
        _ path: FilePath, _ message: String, code: String? = "ENOENT", isName: Bool = false
    ) -> SourceProblem {
        SourceProblem(
            path: path, failure: Failure(stage: .find, kind: .missing, code: code, message: message), isName: isName)
    }

    /// Something that is there and is not an image file.
    static func unreadable(
        _ path: FilePath, _ message: String, code: String? = nil, isName: Bool = false
    ) -> SourceProblem {
        SourceProblem(
            path: path, failure: Failure(stage: .find, kind: .unreadable, code: code, message: message),
            isName: isName)
    }

    /// A link whose end is not there.
    static func danglingLink(_ path: FilePath) -> SourceProblem {
        missing(path, "\(path) is a link to a missing file: correct or remove it", isName: true)
    }

    /// A folder where a file is meant.
    static func isFolder(_ path: FilePath) -> SourceProblem {
        unreadable(path, "\(path) is a folder, not an image: use `folder:`", code: "EISDIR", isName: true)
    }

    /// A pipe, socket or device.
    static func isSpecial(_ path: FilePath) -> SourceProblem {
        unreadable(path, "\(path) is a pipe, socket or device, not a file", isName: true)
    }

    /// A link to a folder that it lies in.
    static func loop(_ path: FilePath) -> SourceProblem {
        notice(path, .unreadable, "\(path) leads back to a folder it lies in: the loop is not followed", code: "ELOOP")
    }
}

extension SourceProblem {
    /// - Parameter directory: the folder that the pattern starts from.
    static func noMatch(_ pattern: String, in directory: FilePath, missingFolder: FilePath?) -> SourceProblem {
        let sentence = "no file matches \(readable(pattern))"
        // A folder that is not there may be a disk that is not mounted: that is a failure, and not nothing to do.
        if let missingFolder { return missing(FilePath(pattern), "\(sentence): there is no folder \(missingFolder)") }
        var problem = notice(FilePath(pattern), .missing, sentence)
        problem.emptySource = readable(pattern) + advice(on: pattern, directory)
        return problem
    }

    /// What to write where a name with a bracket is there, which a pattern takes for a set of letters.
    private static func advice(on pattern: String, _ directory: FilePath) -> String {
        var path = directory
        for part in pattern.split(separator: "/") {
            path = path.appending(String(part))
            guard part.contains("[") else { continue }
            let isThere = (try? FileStatus(of: path)) != nil
            return isThere ? " (`[` begins a set of letters; write `[[]` for a bracket in a name)" : ""
        }
        return ""
    }

    /// A folder without images.
    ///
    /// - Parameter skipped: the files that are there.
    static func noImages(_ folder: FilePath, beside skipped: SkippedFiles) -> SourceProblem {
        let extensions = PictureEndings.readable.joined(separator: ", ")
        var problem = notice(folder, .missing, "no image below \(folder); looked for \(extensions)")
        problem.emptySource =
            skipped.isEmpty
            ? "\(folder) (looked for \(extensions))"
            : "\(folder): \(HumanFormat.count(skipped.files, "file")), none that Cairn reads (\(skipped.kindsText))"
        return problem
    }

    /// Something people ought to know.
    private static func notice(_ path: FilePath, _ kind: Failure.Kind, _ message: String, code: String? = nil)
        -> SourceProblem
    {
        SourceProblem(
            path: path, failure: Failure(stage: .find, kind: kind, code: code, message: message), isNotice: true)
    }
}

/// What a search through a job's sources finds.
package enum SourceItem: Sendable {
    /// Files of one folder.
    case listing(Listing)
    /// Objects in Cloud Storage, at least one, `gs://bucket/a.jpg`, and the part of them that the job takes.
    case objects([String], ImageShare?)
    /// An address on the web, `https://example.org/a.jpg`; of some, only a part of their images is taken.
    case web(SourcePath, ImageShare?)
    /// Images that a query picks out of what other jobs show, which the store answers; the query's key in the manifest.
    case query(ImageQuery, keyPath: String)
    /// A name or a source that cannot be used.
    case problem(SourceProblem)
    /// Files that a source has passed.
    case skipped(SkippedFiles)
    /// The patterns of `exclude` that have left nothing out, at the end of a search that saw all sources.
    case idleExclusions([String])

    /// The same of a source that wants its files read in some way, which objects in Cloud Storage are not, and of
    /// which the job takes a share.
    func read(as reading: Reading, share: ImageShare?) -> SourceItem {
        switch self {
        case .listing(var listing):
            listing.reading = reading
            listing.share = share
            return .listing(listing)
        case .objects(let names, _): return .objects(names, share)
        case .query, .skipped, .idleExclusions: return self
        case .web(let address, _): return .web(SourcePath(address.path, as: reading), share)
        case .problem(var problem):
            problem.reading = reading
            return .problem(problem)
        }
    }
}
