import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Domain

/// Submissions through the contract.
extension Bench {
    func request(_ key: RequestKey = .random(), job: String = "job", on volume: Volume = .thisMachine)
        -> SubmissionRequest
    {
        SubmissionRequest(
            key: key,
            manifest: PinnedManifest(
                job: job, text: Array("job: \(job)".utf8), path: FilePath("/jobs/\(job).yaml")),
            recipes: [recipe], refresh: Refresh(), crashLimit: 3, volume: volume)
    }

    func begin(_ request: SubmissionRequest? = nil, on other: Database? = nil) throws
        -> any SubmissionSession
    {
        try SQLiteStore(other ?? store).submission(request ?? self.request())
    }

    var pictures: FilePath { scratch.file("p") }

    func listed(_ number: Int, stamp: Int64 = 1) -> ListedFile {
        ListedFile(name: Array("\(number).jpg".utf8), bytes: 3, modifiedNanoseconds: stamp, inode: 7)
    }

    func listing(_ numbers: [Int]) -> Listing {
        Listing(folder: pictures, files: numbers.map { listed($0) }, isWhole: true)
    }

    /// A file that was read; its content is that of its number, unless another is given.
    func file(_ number: Int, content: Int? = nil, stamp: Int64 = 1) -> IdentifiedImage {
        IdentifiedImage(
            path: pictures.appending("\(number).jpg"), order: Int64(number),
            content: .file(identity(content ?? number), listed(number, stamp: stamp)))
    }

    /// The store's file and its log.
    func bytes() throws -> [[UInt8]] {
        try ["cairn.db", "cairn.db-wal"].map { try Files.read(scratch.file($0)) }
    }

    /// Submits some files by a session of their own, to the end.
    @discardableResult
    func submit(_ numbers: [Int], _ request: SubmissionRequest? = nil) throws -> SubmissionProgress {
        let session = try begin(request)
        let diff = try session.diff(listing(numbers), at: 0)
        let planned = try session.decide(diff.unread.map { file(numbers[$0]) })
        let progress = try session.apply(SubmissionBatch(number: 1, images: diff.images + planned))
        _ = try session.finish(SubmissionCompletion(counts: SubmissionCounts()))
        return progress
    }

    /// All that a submission may write.
    func tables() throws -> [String] {
        try ["submission", "submission_problem", "folder", "path", "image", "job_image", "job_recipe", "run", "task"]
            .flatMap { table in try rows("SELECT * FROM \(table) ORDER BY 1, 2").map { "\(table) \($0)" } }
    }
}
