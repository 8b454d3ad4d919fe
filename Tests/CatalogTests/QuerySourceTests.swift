import Catalog
import Domain
import TestSupport
import Testing

/// Queries among the sources, which the store answers.
@Suite struct QuerySourceTests {
    @Test func `a query is handed on in its place, with its key`() throws {
        let tree = try Tree()
        tree.make("a.jpg")
        let query = ImageQuery("SELECT image_id FROM labels", from: ["coarse"])
        let found = try tree.find(.glob("*.jpg"), .sql(query), exclude: ["*.png"])
        #expect(found.queries == ["images[1].sql: SELECT image_id FROM labels"])
        #expect(found.names(in: tree) == ["a.jpg"] && found.problems.isEmpty)
    }
}
