import Storage
import Testing

@testable import Commands

@Suite("The columns of places") struct CoordinateColumnsTests {
    @Test(
        arguments: [
            ("path latitude longitude", .pair(1, 2)), ("longitude latitude", .pair(1, 0)), ("lat x lon", .pair(0, 2)),
            ("camera_latitude camera_longitude path", .pair(0, 1)), ("LAT Lon", .pair(0, 1)),
            // The plain names come first, then the short ones, then the one pair with a word before it.
            ("lat lon latitude longitude camera_latitude camera_longitude", .pair(2, 3)),
            ("camera_latitude camera_longitude lat lon", .pair(2, 3)),
            ("latitude lon camera_latitude camera_longitude", .pair(2, 3)),
            ("path", .none), ("latitude", .none), ("latitude lon", .none), ("a_latitude b_longitude", .none),
            (
                "a_latitude a_longitude b_longitude b_latitude",
                .ambiguous([["a_latitude", "a_longitude"], ["b_latitude", "b_longitude"]])
            ),
            (
                "latitude longitude latitude",
                .ambiguous([["latitude", "longitude"], ["latitude", "longitude"]])
            ),
        ] as [(String, CoordinateColumns)])
    func `are found by their names`(names: String, expected: CoordinateColumns) {
        #expect(CoordinateColumns(names.split(separator: " ").map(String.init)) == expected)
    }

    @Test func `a pair that is doubled is told with the way out`() {
        #expect(
            CoordinateColumns(["latitude", "longitude", "latitude"]).question
                == "which columns are the place: latitude with longitude, or latitude with longitude? Then give the "
                + "others other names"
        )
        #expect(CoordinateColumns(["lat", "lon"]).question == nil)
    }
}
