import Platform
import TestSupport
import Testing
import Zlib

@Suite("Jobs on models with other inputs", .inTurn) struct InputTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    @Test(arguments: [
        ("batch-2-rank3", "input: {layout: NHWC}, output: {dimensions: [2, 5]}"),
        (
            "batch-4",
            "input: {mean: [100, 120, 140], std: [50, 60, 70], decode: exact}, output: {dimensions: [4, 5]}"
        ),
        (
            "int8-nchw-bgr",
            "input: {layout: NCHW, channels: BGR, mean: [100, 120, 140], std: [50, 60, 70]}, "
                + "output: {dimensions: [1, 5]}"
        ),
        (
            "several",
            "inputs: [{name: in6_several}, {index: 1, feed: {value: 0.1}}, {index: 2, feed: zeros}, "
                + "{index: 3, feed: {value: 1}}, {index: 4, feed: {value: 0.5}, type: int8}, "
                + "{index: 5, feed: {value: -7}}], output: {dimensions: [1, 5]}"
        ),
    ])
    func `stored answers are those of Python's interpreter to the last bit`(model: String, keys: String) async throws {
        let oracle = try Fixtures.oracle("Inputs/\(model)")
        for example in oracle.cases {
            try workspace.copy(Fixtures.models.appending(example.picture), to: "pictures/\(example.picture)")
        }
        try workspace.write("labels.txt", Array("red\ngreen\nblue\nlight\ndark\n".utf8))
        let path = Fixtures.models.appending("Inputs/\(model).tflite")
        let job = try workspace.write(
            "job.yaml",
            """
            job: inputs
            images: [{folder: pictures}]
            backend: {kind: tflite, model: \(path), labels: labels.txt, \(keys)}

            """)
        try await workspace.cairn("run", job.description, exits: 0)
        for example in oracle.cases {
            let body = try workspace.book.blob(
                """
                SELECT body FROM response JOIN attempt USING (attempt_id) JOIN task USING (task_id)
                JOIN path USING (path_id) WHERE path LIKE '%/\(example.picture)'
                """)
            #expect(example.agrees(with: try inflate(body.span, limit: 1 << 20)), "\(example.picture)")
        }
    }
}
