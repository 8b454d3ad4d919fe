internal import Imaging
internal import Platform
internal import Vocabulary

/// A file that was read, or why it could not be.
struct ReadFile: Sendable {
    let path: FilePath
    let outcome: Result<(ImageIdentity, FileStatus), Failure>
}

/// The most bytes of one file that are taken into memory: above any picture within the limit of pixels.
let largestFile: Int64 = 1 << 29

/// Slots that read files and digest them, one for each processor.
final class Readers {
    private let files: Handover<FilePath>
    private let read: Handover<ReadFile>
    private let capacity: Int
    private var inHand = 0

    /// Starts the slots.
    ///
    /// - Parameter limit: the most bytes of one file that are taken into memory.
    init(limit: Int64) {
        let slots = usableProcessors()
        capacity = slots * 4
        let files = Handover<FilePath>(capacity: capacity)
        let read = Handover<ReadFile>(capacity: capacity)
        (self.files, self.read) = (files, read)
        Slots.start(slots, named: "reader") {
            let buffer = FileBuffer()
            while let file = files.take() {
                guard read.put(ReadFile(path: file, outcome: identify(file, in: buffer, limit: limit))) else {
                    return
                }
            }
        }
    }

    /// Whether nothing is being read.
    var isIdle: Bool { inHand == 0 }

    /// Whether another file can be given without waiting.
    var hasRoom: Bool { inHand < capacity }

    /// Gives a file to be read.
    func give(_ file: FilePath) {
        inHand += 1
        files.put(file)
    }

    /// The next file that has been read, waiting for it a little; nil when none came in time or nothing is being read.
    func next(within milliseconds: Int64) -> ReadFile? {
        guard inHand > 0, let file = read.take(within: milliseconds) else { return nil }
        inHand -= 1
        return file
    }

    /// Ends the slots once they have finished the file in hand.
    func stop() {
        files.close()
        read.close()
    }
}

/// Reads a whole file and tells what it holds; content that is no picture still has its digest.
private func identify(_ file: FilePath, in buffer: FileBuffer, limit: Int64)
    -> Result<(ImageIdentity, FileStatus), Failure>
{
    do throws(SystemError) {
        let status = try buffer.read(file, limit: limit)
        return .success((buffer.withBytes { identify($0) }, status))
    } catch {
        return .failure(Failure(reading: error, limit: limit))
    }
}
