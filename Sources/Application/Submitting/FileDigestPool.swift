internal import Fetching
internal import Imaging
internal import Platform
internal import Domain

/// A file that was read, or why it could not be.
struct ReadFile: Sendable {
    /// What reading came to.
    enum Outcome: Sendable {
        /// What it holds, and what will tell a change.
        case content(ImageIdentity, ListedFile)
        /// It holds what it held, as its server says.
        case unchanged(ListedFile)
        case failure(Failure)
    }

    let file: NamedFile
    let outcome: Outcome

    var path: FilePath { file.path }
}

/// Threads that read files and digest them, one for each processor; and threads that download, more of them since they
/// wait.
final class FileDigestPool {
    /// A file on the web to be looked at.
    private struct Address: Sendable {
        let file: NamedFile
        let known: ListedFile?
    }

    private let files: BlockingQueue<NamedFile>
    private let addresses = BlockingQueue<Address>(capacity: maxDownloads)
    private let read: BlockingQueue<ReadFile>
    private let downloads: DownloadSettings
    private let capacity: Int
    private var reading = 0
    private var downloading = 0
    private var hasDownloaders = false
    /// What was given and is not read yet, by its place.
    private var given: [Int64: FilePath] = [:]

    /// Starts the threads that read.
    ///
    /// - Parameter limit: the most bytes of one file that are taken into memory.
    init(limit: Int64, downloads: DownloadSettings) {
        let threads = usableProcessors()
        capacity = threads * filesAhead
        self.downloads = downloads
        let files = BlockingQueue<NamedFile>(capacity: capacity)
        // Room for all that was given: a thread that has read a file never waits.
        let read = BlockingQueue<ReadFile>(capacity: capacity + maxDownloads)
        (self.files, self.read) = (files, read)
        WorkerThreads.start(threads, named: "reader") {
            let buffer = FileBuffer()
            while let file = files.take() {
                let outcome = identify(file, in: buffer, limit: limit)
                buffer.shrink(to: keptBytes)
                guard read.put(ReadFile(file: file, outcome: outcome)) else { return }
            }
        }
    }

    /// Whether nothing is being read.
    var isIdle: Bool { reading + downloading == 0 }

    /// The file that was given first of those that are not read yet; nil where nothing is being read.
    var oldest: FilePath? { given.min { $0.key < $1.key }?.value }

    /// Whether another file can be given without waiting.
    var hasRoom: Bool { reading < capacity }

    /// Whether another address can be given without waiting.
    var mayDownload: Bool { downloading < maxDownloads }

    /// Gives a file to be read.
    func add(_ file: NamedFile) {
        reading += 1
        given[file.order] = file.path
        files.put(file)
    }

    /// Gives a file on the web to be downloaded, unless it is as it was known.
    func add(_ address: NamedFile, knownAs known: ListedFile?) {
        if !hasDownloaders { startDownloaders() }
        downloading += 1
        given[address.order] = address.path
        addresses.put(Address(file: address, known: known))
    }

    private func startDownloaders() {
        hasDownloaders = true
        let (addresses, read, downloads) = (addresses, read, downloads)
        WorkerThreads.start(maxDownloads / 2, named: "downloader") {
            let downloader = Downloader(downloads)
            while let address = addresses.take() {
                let outcome = identify(address.file, knownAs: address.known, by: downloader)
                guard read.put(ReadFile(file: address.file, outcome: outcome)) else { return }
            }
        }
    }

    /// The next file that has been read, waiting for it a little; nil when none came in time or nothing is being read.
    func next(within milliseconds: Int64) -> ReadFile? {
        guard !isIdle, let file = read.take(within: milliseconds) else { return nil }
        given[file.file.order] = nil
        if file.path.isAddress { downloading -= 1 } else { reading -= 1 }
        return file
    }

    /// Takes back the files that no thread has begun to read; nothing is known of them then.
    ///
    /// - Returns: the first of them; nil where every thread had begun all that it was given.
    func discardQueued() -> FilePath? {
        var first: FilePath?
        while let file = files.poll() {
            reading -= 1
            given[file.order] = nil
            first = first ?? file.path
        }
        while let address = addresses.poll() {
            downloading -= 1
            given[address.file.order] = nil
            first = first ?? address.file.path
        }
        return first
    }

    /// Ends the threads once each has finished its file.
    func stop() {
        files.close()
        addresses.close()
        read.close()
    }
}

/// Files that are given to each thread ahead: enough for it to read while a batch is written.
private let filesAhead = 256

/// Downloads that are given at once: one half runs while the other waits.
private let maxDownloads = 16

/// Reads a file and identifies the image in it; what is not a picture still has its digest.
private func identify(_ file: NamedFile, in buffer: FileBuffer, limit: Int64) -> ReadFile.Outcome {
    do throws(SystemError) {
        let status = try buffer.open(file.path, limit: limit)
        defer { buffer.close() }
        return .content(
            try ImageIdentity(of: buffer, as: file.reading), ListedFile(name: file.path.name.bytes, status: status))
    } catch {
        return .failure(Failure(reading: error, limit: limit))
    }
}

/// The same of a file on the web.
private func identify(_ address: NamedFile, knownAs known: ListedFile?, by downloader: Downloader) -> ReadFile.Outcome {
    do throws(Failure) {
        switch try downloader.fetch(address.path, knownAs: known) {
        case .content(let bytes, let file): return .content(ImageIdentity(of: bytes.span, as: address.reading), file)
        case .unchanged(let file): return .unchanged(file)
        }
    } catch {
        return .failure(error)
    }
}

/// Bytes that a thread keeps from file to file: more than a common photograph has.
private let keptBytes = 16 << 20
