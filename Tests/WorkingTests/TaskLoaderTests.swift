import Crypto
import Fetching
import Platform
import Storage
import TestSupport
import Testing
import Domain

@testable import Working

@Suite("The loader of tasks", .timeLimit(.minutes(1))) struct TaskLoaderTests {
    let scratch: Scratch
    private let bytes = Array("the content".utf8)
    private let events = BlockingQueue<PipelineEvent>(capacity: 100)

    init() throws {
        scratch = try Scratch()
        try scratch.write("there", bytes)
    }

    private func name(_ id: Int64, _ file: String) -> FileLocation {
        FileLocation(id: PathID(id), path: scratch.file(file), bytes: 1, modifiedNanoseconds: 1, inode: 1)
    }

    private func claim(_ names: [FileLocation], hasMore: Bool) -> Claim {
        Claim(
            task: TaskID(1), attempt: AttemptID(1), image: ImageID(1), key: ImageKey(.file, Digest(of: bytes.span)),
            asked: [],
            attemptCount: 0, sendsContent: false, isIsolated: false, locations: names, hasMoreLocations: hasMore,
            reference: nil)
    }

    /// The name that held the content of a claim; the names that are asked for are answered one list after the other.
    private func load(
        _ names: [FileLocation], further: [[FileLocation]?] = []
    ) throws(Failure) -> (name: PathID?, missing: [PathID], asked: [PathID]) {
        let (events, asked, missing) = (events, Monitor<[PathID]>([]), Monitor<[PathID]>([]))
        let isOver = BlockingQueue<Bool>(capacity: 1)
        WorkerThreads.start(1, named: "answers") {
            var lists = further
            while let event = events.take() {
                switch event {
                case .missing(let names): missing.with { $0 += names }
                case .wanting(let question):
                    asked.with { $0.append(question.request.last) }
                    question.answer(lists.isEmpty ? nil : lists.removeFirst())
                case .finished, .readyToSend: break
                }
            }
            isOver.put(true)
        }
        defer { events.close() }
        let loader = TaskLoader(DownloadSettings(RetryPolicy(), certificates: nil), events)
        let name = try loader.load(claim(names, hasMore: !further.isEmpty)) { _, _ in
            nil
        } whole: { _, name in
            name.id
        }
        events.close()
        _ = isOver.take()
        return (name, missing.with { $0 }, asked.with { $0 })
    }

    @Test func `a content is brought from the first name that holds it`() throws {
        let loaded = try load([name(1, "gone"), name(2, "there"), name(3, "there")])
        #expect(loaded.name == PathID(2) && loaded.missing == [PathID(1)] && loaded.asked == [])
    }

    @Test func `further names are asked for after the last one, until one holds it`() throws {
        let loaded = try load(
            [name(1, "gone"), name(2, "gone too")],
            further: [[name(3, "gone as well")], [name(4, "there"), name(5, "there")]])
        #expect(loaded.name == PathID(4))
        #expect(loaded.missing == [PathID(1), PathID(2), PathID(3)])
        #expect(loaded.asked == [PathID(2), PathID(3)])
    }

    @Test func `without further names the last failure is the task's`() throws {
        try scratch.write("other", Array("other content".utf8))
        do throws(Failure) {
            _ = try load([name(1, "gone"), name(2, "other")], further: [[]])
            Issue.record("a content was found that is not there")
        } catch { #expect(error.kind == .changed) }
    }

    @Test func `a claim without any name says what to do`() throws {
        do throws(Failure) {
            _ = try load([])
            Issue.record("a content was found that has no name")
        } catch { #expect(error.kind == .missing && error.message.contains("submit again")) }
    }

    @Test func `where the work was stopped the claim goes back`() throws {
        let loaded = try load([name(1, "gone")], further: [nil])
        #expect(loaded.name == nil && loaded.asked == [PathID(1)])
    }
}
