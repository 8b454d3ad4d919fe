import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite("Blobs beside annotations")
struct BlobTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func vector(_ blob: [UInt8]?, kind: Annotation.Kind = .embedding) -> Annotation {
        var annotation = Annotation(
            kind: kind, rank: 0, description: "vector", score: 0.5,
            attributes: #"{"norm":0.5,"dimension":1}"#)
        annotation.blob = blob
        return annotation
    }

    @Test func `an embedding is shown with its numbers, norm and dimension`() throws {
        try bench.answer([vector([0, 0, 0, 0x3F])])
        let columns = "image_id, description, rank, dimension, norm, hex(vector), feature, model"
        #expect(
            try bench.rows("SELECT \(columns), job, path FROM embeddings")
                == ["1|vector|0|1|0.5|0000003F|LABEL_DETECTION|m@1|job|0.jpg"])
        #expect(
            try bench.rows("SELECT \(columns), generation FROM embeddings_history")
                == ["1|vector|0|1|0.5|0000003F|LABEL_DETECTION|m@1|1"])
    }

    @Test func `a segment is shown with its share, box and mask`() throws {
        var segment = Annotation(
            kind: .segment, rank: 1, description: "sky", score: 0.25,
            polygon: [Point(x: 0, y: 0), Point(x: 8, y: 0), Point(x: 8, y: 4), Point(x: 0, y: 4)],
            attributes: #"{"share":0.25,"width":4,"height":2,"frame":[0.0,0.0,8.0,8.0]}"#)
        segment.blob = [1, 0, 0, 0, 7, 0, 0, 0]
        try bench.answer([segment])
        #expect(
            try bench.rows(
                """
                SELECT description, share, rank, x_min, y_max, attributes ->> 'width', attributes ->> '$.frame',
                    hex(mask)
                FROM segments
                """) == ["sky|0.25|1|0.0|4.0|4|[0.0,0.0,8.0,8.0]|0100000007000000"])
    }

    @Test func `a blob may be empty, and only kinds that have one keep it`() throws {
        try bench.answer([vector([]), vector(nil, kind: .tensor), vector([1], kind: .label)])
        #expect(
            try bench.rows("SELECT kind, typeof(data), length(data) FROM annotations ORDER BY annotation_id")
                == ["embedding|blob|0", "tensor|blob|0", "label|null|"])
    }

    @Test func `the older generation keeps its blob`() throws {
        try bench.answer([vector([1, 0, 0, 0])])
        try bench.answer([vector([2, 0, 0, 0])], isForced: true)
        #expect(try bench.rows("SELECT hex(vector) FROM embeddings") == ["02000000"])
        #expect(
            try bench.rows("SELECT generation, hex(vector) FROM embeddings_history ORDER BY 1")
                == ["1|01000000", "2|02000000"])
    }

    @Test func `blobs of more than 16 million bytes fail their image, and no other`() throws {
        let run = try bench.run(tasks: 2)
        var ends = try bench.claim(2, of: run, by: try bench.enter()).map { bench.answered($0) }
        let half = [UInt8](repeating: 7, count: Answer.maxBlobBytes / 2)
        ends[0].answers[0].annotations = [vector(half), vector(half + [7])]
        ends[1].answers[0].annotations = [vector(half), vector(half)]
        #expect(try bench.record(ends, in: run) == 2)
        #expect(
            try bench.rows("SELECT stage, kind, message FROM failures") == [
                "record|tooLarge|the answer to LABEL_DETECTION has blobs of 16000001 bytes, and 16000000 are "
                    + "kept at most"
            ])
        #expect(try bench.rows("SELECT image_id, length(vector) FROM embeddings") == ["2|8000000", "2|8000000"])
        #expect(try bench.store.problems() == [])
    }
}
