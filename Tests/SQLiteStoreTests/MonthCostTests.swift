import Domain
import SQLite
import Schema
import Testing

@Suite struct MonthCostTests {
    @Test func `SQL and Swift say the same price of a month's units, whatever the free units and tiers`() throws {
        var random = SystemRandomNumberGenerator()
        let connection = try Connection(path: Array(":memory:".utf8), mode: .create)
        for _ in 0..<500 {
            let price = FeaturePrice(
                feature: .labelDetection, freeUnits: .random(in: 0...40, using: &random),
                first: .random(in: 0...5000, using: &random), firstTier: .random(in: 0...60, using: &random),
                second: .random(in: 0...5000, using: &random))
            let units = Int.random(in: 0...100, using: &random)
            let cost = try connection.first(
                """
                SELECT \(StoreSchema.monthCost(of: "?1"))
                FROM (SELECT ?2 AS free_units, ?3 AS first, ?4 AS first_tier, ?5 AS second) AS p
                """, Value(units), Value(price.freeUnits), .integer(price.first), Value(price.firstTier),
                .integer(price.second)
            ) { $0.integer(0) }
            #expect(cost == price.cost(of: units, after: 0), "\(units) units at \(price)")
        }
    }
}
