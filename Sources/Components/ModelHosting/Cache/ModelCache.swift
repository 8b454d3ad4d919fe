internal import Crypto
internal import Domain
package import Platform

/// The folder that keeps hosted models, shared by all processes of a user.
///
/// `versions/DIGEST` are models, whole and never changed; `sources/KEY.json` says which versions a source has had;
/// `partial/KEY` is a download that is not at its end, with `KEY.json` beside it; `locks/KEY.lock` is held by the
/// process that downloads; `apps/KEY.json` is an app's installation at Firebase, a secret.
package struct ModelCache: Sendable {
    /// The folder, mode 0700.
    package let folder: FilePath
    private let verified: VerifiedVersions

    /// A cache in a folder; nothing is made or looked at yet.
    package init(folder: FilePath) {
        self.folder = folder
        verified = VerifiedVersions()
    }

    /// The user's own: `cairn/models` in `XDG_CACHE_HOME`, else in `~/.cache`.
    ///
    /// - Parameters:
    ///   - variables: the environment; an `XDG_CACHE_HOME` that is not absolute is ignored, as the standard wants it.
    ///   - verified: what this process has compared with its digest before.
    package init(
        variables: [String: String], verified: VerifiedVersions = VerifiedVersions()
    ) throws(HostingError) {
        self.verified = verified
        guard let cache = cacheFolder(variables) else {
            throw .setting(
                key: "XDG_CACHE_HOME", reason: "neither it nor HOME names a folder for the model cache; set one of them"
            )
        }
        folder = cache.appending("cairn/models")
    }

    /// The file of a version, whether it is there or not.
    func file(of digest: Digest) -> FilePath { folder.appending("versions").appending(digest.hex) }

    /// A source's download that is not at its end.
    func partialFile(of key: SourceKey) -> FilePath { folder.appending("partial").appending(key.name) }

    /// The lock of the process that downloads from a source.
    func lockFile(of name: String) -> FilePath { folder.appending("locks").appending("\(name).lock") }

    /// Where an app's installation is kept.
    func installationFile(_ name: String) -> FilePath { folder.appending("apps").appending("\(name).json") }

    private func recordFile(of key: SourceKey) -> FilePath { folder.appending("sources").appending("\(key.name).json") }
}

extension ModelCache {
    /// Makes the folder, mode 0700, or takes others' permissions from it; one that another user owns is refused.
    func prepare() throws(HostingError) {
        for path in [folder] + ["versions", "sources", "partial", "locks", "apps"].map({ folder.appending($0) }) {
            do throws(PrivateFolder.Problem) { try PrivateFolder.make(path) } catch {
                switch error {
                case .foreign:
                    throw .cacheUnsafe(path, reason: "another user owns it; remove it, or set XDG_CACHE_HOME")
                case .notAFolder:
                    throw .cacheUnsafe(path, reason: "it is not a folder; remove it, or set XDG_CACHE_HOME")
                case .system(let error): throw .cache(error)
                }
            }
        }
    }

    /// Whether the folder may be read: it is there, and no other user can write to it.
    func isReadable() throws(HostingError) -> Bool {
        guard let status = try? FileStatus(of: folder) else { return false }
        guard status.kind == .folder, status.owner == userNumber() else {
            throw .cacheUnsafe(folder, reason: "another user owns it; remove it, or set XDG_CACHE_HOME")
        }
        guard status.mode & 0o022 == 0 else {
            throw .cacheUnsafe(folder, reason: "others may write to it; run `chmod 700 \(folder)`")
        }
        return true
    }

    /// A version whose bytes have their digest still; nil where it is not here or damaged.
    func version(_ digest: Digest) throws(HostingError) -> (file: FilePath, bytes: Int64)? {
        guard try isReadable() else { return nil }
        let file = file(of: digest)
        guard let status = try? FileStatus(of: file), status.kind == .file else { return nil }
        if !verified.holds(digest, status) {
            guard try contentDigest(of: file) == digest else { return nil }
            verified.add(digest, status)
        }
        return (file, status.bytes)
    }

    /// What is known of a source; a damaged record counts as none.
    func record(of key: SourceKey) -> SourceRecord {
        let none = SourceRecord(source: key.source)
        let buffer = FileBuffer()
        guard (try? buffer.read(recordFile(of: key), limit: 1 << 24)) != nil else { return none }
        return SourceRecord(buffer.copy) ?? none
    }

    /// Keeps what is known of a source.
    func save(_ record: SourceRecord, of key: SourceKey) throws(HostingError) {
        do throws(SystemError) { try replaceFile(recordFile(of: key), with: record.json, isPrivate: true) } catch {
            throw .cache(error)
        }
    }
}

/// The SHA-256 of a file, read piece by piece.
private func contentDigest(of file: FilePath) throws(HostingError) -> Digest {
    do throws(SystemError) {
        let reader = try FileReader(file)
        var hash = SHA256()
        while case let piece = try reader.next(1 << 18), !piece.isEmpty { hash.update(piece.span) }
        return hash.finish()
    } catch {
        throw .cache(error)
    }
}
