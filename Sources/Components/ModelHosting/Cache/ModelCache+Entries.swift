package import Crypto
package import Domain
package import Platform

extension ModelCache {
    /// One version of a source in the cache.
    package struct Entry: Equatable, Sendable {
        /// The source, for people.
        package var source: String
        /// The SHA-256 of its bytes.
        package var digest: Digest
        /// What the service calls it; nil where it says nothing.
        package var version: String?
        /// Its length in bytes.
        package var bytes: Int64
        /// When it was downloaded.
        package var fetched: Timestamp
        /// When the source was last asked.
        package var checked: Timestamp
        /// Whether it is the source's newest version.
        package var isNewest: Bool
        /// Its file; nil where only the record is left.
        package var file: FilePath?
    }

    /// All versions of all sources that the cache knows of, by source, newest first; the bytes are not checked.
    package func entries() throws(HostingError) -> [Entry] {
        try records().flatMap { record in
            record.versions.reversed().map { version in
                let path = file(of: version.digest)
                let isHere = (try? FileStatus(of: path))?.kind == .file
                return Entry(
                    source: record.source, digest: version.digest, version: version.name, bytes: version.bytes,
                    fetched: version.fetched, checked: record.checked, isNewest: version == record.newest,
                    file: isHere ? path : nil)
            }
        }
    }

    /// What `prune` took away.
    package struct Pruned: Equatable, Sendable {
        package var versions = 0
        /// Their bytes, and those of downloads that were given up.
        package var bytes: Int64 = 0
    }

    /// Removes the versions that are no source's newest, and downloads that no process works on.
    ///
    /// - Parameters:
    ///   - kept: versions that stay, such as those that open runs are pinned to.
    ///   - includesNewest: whether the newest versions go as well.
    package func prune(keeping kept: Set<Digest>, includesNewest: Bool = false) throws(HostingError) -> Pruned {
        guard try isReadable() else { return Pruned() }
        var pruned = Pruned()
        func remove(_ path: FilePath) -> Bool {
            let bytes = (try? FileStatus(of: path))?.bytes ?? 0
            guard removeFile(path) else { return false }
            pruned.bytes += bytes
            return true
        }
        // First, since a version that comes from now on has a record that was not read.
        let versions = try names(in: "versions")
        // A process that downloads has the source's lock: what it has so far stays, and so do the source's versions.
        var busy: Set<String> = []
        var locks: [FileLock] = []
        for key in Set(try names(in: "partial").union(names(in: "sources")).map(key)) {
            guard let lock = try? FileLock.acquire(lockFile(of: key)) else {
                busy.insert(key)
                continue
            }
            locks.append(lock)
        }
        defer { withExtendedLifetime(locks) {} }
        for name in try names(in: "partial") where !busy.contains(key(name)) {
            _ = remove(folder.appending("partial").appending(name))
        }
        // Drafts of processes that were killed: `.KEY.json.1x2y3z.new`.
        for part in ["partial", "sources"] {
            for name in try names(in: part, areHidden: true) where !busy.contains(String(name.dropFirst().prefix(64))) {
                _ = remove(folder.appending(part).appending(name))
            }
        }
        var wanted = kept
        for name in try names(in: "sources") {
            let isBusy = busy.contains(key(name))
            guard let record = record(named: name) else { continue }
            if isBusy { wanted.formUnion(record.versions.map(\.digest)) }
            if !includesNewest, let newest = record.newest { wanted.insert(newest.digest) }
        }
        for name in versions where !wanted.contains(where: { $0.hex == name }) {
            if remove(folder.appending("versions").appending(name)) { pruned.versions += 1 }
        }
        return pruned
    }

    /// The source's key in the name of one of its files.
    private func key(_ name: String) -> String { name.hasSuffix(".json") ? String(name.dropLast(5)) : name }

    private func records() throws(HostingError) -> [SourceRecord] {
        guard try isReadable() else { return [] }
        return try names(in: "sources").compactMap { record(named: $0) }.sorted { $0.source < $1.source }
    }

    private func record(named name: String) -> SourceRecord? {
        let buffer = FileBuffer()
        guard name.hasSuffix(".json"),
            (try? buffer.read(folder.appending("sources").appending(name), limit: 1 << 24)) != nil
        else { return nil }
        return SourceRecord(buffer.copy)
    }

    /// The names in one of the cache's folders; hidden ones are drafts.
    private func names(in part: String, areHidden: Bool = false) throws(HostingError) -> Set<String> {
        let path = folder.appending(part)
        guard (try? FileStatus(of: path)) != nil else { return [] }
        do throws(SystemError) {
            let directory = try Directory(path)
            var names: Set<String> = []
            while let entry = try directory.next() {
                if (entry.name.first == UInt8(ascii: ".")) == areHidden {
                    names.insert(String(decoding: entry.name, as: UTF8.self))
                }
            }
            return names
        } catch {
            throw .cache(error)
        }
    }
}
