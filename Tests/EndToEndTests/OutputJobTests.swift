import Platform
import TestSupport
import Testing

@Suite("The sample jobs of embeddings, segments and raw tensors", .inTurn)
struct OutputJobTests {
    let workspace: Scratch

    init() throws { workspace = try Scratch() }

    private func job(_ name: String) -> String { packageRoot.appending("Jobs/\(name).yaml").description }

    /// What Python makes of rows of the store; `script` has them from `rows(sql)`.
    private func python(_ script: String) async throws -> [Substring] {
        let head = """
            import json, sqlite3
            import numpy as np
            rows = lambda sql: sqlite3.connect('cairn.db').execute(sql).fetchall()

            """
        let ending = try await workspace.run(Place.python.description, "-c", head + script)
        #expect(ending.status == 0, "\(ending)")
        return ending.lines.map { Substring($0) }
    }

    @Test func `numpy reads embeddings, and cosine compares them as numpy does`() async throws {
        try await workspace.cairn("run", job("embedding"), exits: 0)
        let norms = try await python(
            """
            for vector, norm, dimension in rows('SELECT vector, norm, dimension FROM embeddings'):
                numbers = np.frombuffer(vector, '<f4')
                assert len(numbers) == dimension == 8 and abs(np.linalg.norm(numbers) - norm) < 1e-5
                print(norm)
            """)
        #expect(norms.count == 14)
        let pair = "FROM embeddings AS a JOIN embeddings AS b USING (recipe_id) WHERE a.image_id = 1 AND b.image_id > 1"
        let found = try await workspace.cairn(
            "query", "SELECT cosine(a.vector, b.vector) AS likeness \(pair) ORDER BY b.image_id", "--format", "csv",
            exits: 0)
        let expected = try await python(
            """
            for a, b in rows('SELECT a.vector, b.vector \(pair) ORDER BY b.image_id'):
                a, b = (np.frombuffer(x, '<f4').astype(float) for x in (a, b))
                print(a @ b / np.sqrt(a @ a) / np.sqrt(b @ b))
            """)
        let (left, right) = (found.lines.dropFirst().map { Double($0) ?? .nan }, expected.map { Double($0) ?? .nan })
        #expect(left.count == 13 && zip(left, right).allSatisfy { abs($0 - $1) < 1e-12 }, "\(left) \(right)")
    }

    @Test func `a reader of masks in Python needs ten lines`() async throws {
        try await workspace.cairn("run", job("segmentation"), exits: 0)
        let readme = try Files.text(packageRoot.appending("Schema/README.md"))
        let start = try #require(readme.firstRange(of: "```python\n"))
        let end = try #require(readme[start.upperBound...].firstRange(of: "```\n"))
        let reader = String(readme[start.upperBound..<end.lowerBound])
        #expect(reader.split(separator: "\n").count <= 12)
        let lines = try await python(
            reader + """

                for image, share, description, x, y in rows(
                        'SELECT image_id, share, description, x_max - x_min, y_max - y_min FROM segments'):
                    [(_, frame, mask)] = [one for one in masks('cairn.db', image) if one[0] == description]
                    assert mask.shape == (16, 16) and abs(mask.mean() - share) < 1e-6, (mask.mean(), share)
                    across, down = (np.flatnonzero(mask.any(axis)) for axis in (0, 1))
                    assert abs((across[-1] + 1 - across[0]) * (frame[2] - frame[0]) / 16 - x) < 1e-9
                    assert abs((down[-1] + 1 - down[0]) * (frame[3] - frame[1]) / 16 - y) < 1e-9
                    print(description)
                """)
        #expect(!lines.isEmpty && Set(lines).isSubset(of: ["red", "green"]), "\(lines)")
        #expect(try workspace.book.number("SELECT count(*) FROM response") == 0)
    }

    @Test func `numpy reads tensors by their type and shape`() async throws {
        try await workspace.cairn("run", job("raw"), exits: 0)
        let lines = try await python(
            """
            for attributes, data in rows("SELECT attributes, data FROM annotations WHERE kind = 'tensor'"):
                of = json.loads(attributes)
                print(np.frombuffer(data, of['type']).reshape(of['shape']).dtype)
            """)
        #expect(lines.count == 28 && Set(lines).count == 2, "\(Set(lines))")
    }
}
