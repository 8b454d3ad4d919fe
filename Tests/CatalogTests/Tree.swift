import Catalog
import Glibc
import Platform
import TestSupport
import Domain

/// A temporary folder with files in it, removed with everything when it goes.
final class Tree {
    private let scratch: Scratch
    var root: FilePath { scratch.path }

    init() throws { scratch = try Scratch() }

    /// A path in the tree.
    func path(_ name: String) -> FilePath { root.appending(name) }

    /// Makes files with their folders; a name that ends in a slash is a folder.
    func make(_ names: String...) {
        for name in names { make(bytes: Array(name.utf8)) }
    }

    func make(bytes name: [UInt8], contents: [UInt8] = [1, 2, 3]) {
        let full = root.appending(FilePath(bytes: name))
        for cut in full.bytes.indices.dropFirst() where full.bytes[cut] == UInt8(ascii: "/") {
            _ = Files.call(FilePath(bytes: Array(full.bytes[..<cut]))) { mkdir($0, 0o755) }
        }
        if full.bytes.last == UInt8(ascii: "/") { return }
        let file = Files.call(full) { creat($0, 0o644) }
        _ = contents.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) { symlink(target, path(name).description) }

    /// Makes a pipe.
    func pipe(_ name: String) { mkfifo(path(name).description, 0o644) }

    /// Runs a script in bash, in the tree; answers what it wrote.
    func run(_ script: String) -> [UInt8] {
        let file = path(".script-\(UInt32.random(in: 0 ... .max))")
        make(bytes: file.name.bytes, contents: Array(script.utf8))
        defer { unlink(file.description) }
        guard let output = popen("cd '\(root)' && bash '\(file)'", "r") else { return [] }
        defer { pclose(output) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, output), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}

/// Everything a search reported.
struct Found {
    var listings: [Listing] = []
    var objects: [String] = []
    var queries: [String] = []
    var addresses: [String] = []
    var problems: [SourceProblem] = []
    var skipped = SkippedFiles()
    var idleExclusions: [String] = []

    /// Paths relative to the tree, in the order reported.
    func names(in tree: Tree) -> [String] {
        listings.flatMap { listing in
            listing.files.map {
                let path = listing.folder.appending(FilePath(bytes: $0.name))
                return (path.relative(to: tree.root) ?? path).description
            }
        }
    }

    /// Sentences, with the tree's own path left out.
    func sentences(in tree: Tree) -> [String] {
        problems.map { $0.failure.message.replacing(tree.root.description + "/", with: "") }
    }
}

extension Tree {
    /// Searches with the tree as the manifest's folder.
    func find(_ sources: ImageSource..., exclude: [String] = [], input: [UInt8] = [], takesObjects: Bool = false)
        throws -> Found
    {
        let rest = Rest(input)
        let catalog = try Catalog(
            sources: sources, exclude: exclude, directory: root, workingDirectory: root, takesObjects: takesObjects,
            standardInput: { () throws(SystemError) in rest.take() })
        var found = Found()
        catalog.visit { item in
            switch item {
            case .listing(let listing): found.listings.append(listing)
            case .objects(let names, _): found.objects += names
            case .query(let query, let keyPath): found.queries.append("\(keyPath): \(query.text)")
            case .web(let address, _): found.addresses.append(address.path.description)
            case .problem(let problem): found.problems.append(problem)
            case .skipped(let files): found.skipped.add(files)
            case .idleExclusions(let patterns): found.idleExclusions = patterns
            }
        }
        return found
    }
}

/// Bytes handed out in small pieces, as a pipe does.
///
/// @unchecked because only the one search of its test uses it.
private final class Rest: @unchecked Sendable {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    func take() -> [UInt8] {
        defer { bytes = bytes.dropFirst(7) }
        return Array(bytes.prefix(7))
    }
}
