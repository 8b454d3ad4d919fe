import Imaging
import Pictures
import Testing
import Domain

@Suite("How a source wants its files read") struct ReadingTests {
    private func reading(_ orientation: Int?, _ quarters: Int = 0) -> Reading {
        var reading = Reading()
        reading.orientation = orientation
        reading.quarters = quarters
        return reading
    }

    @Test func `a turn is EXIF's, or another in its place`() {
        for exif in 1...8 {
            #expect(reading(nil).turn(exif: exif) == exif && reading(1).turn(exif: exif) == 1)
            for orientation in 1...8 { #expect(reading(orientation).turn(exif: exif) == orientation) }
        }
    }

    /// A point of the upright picture lies a quarter further clockwise: (x, y) of one is (height - y, x) of the other.
    @Test(arguments: Orientation.allCases) func `a quarter more turns the picture as it is seen`(_ before: Orientation)
    {
        let stored = Size(width: 37, height: 23)
        let upright = before.turn(stored)
        let point = Point(x: 5, y: 3)
        let seen = before.upright(point, stored: stored)
        let after = Orientation(rawValue: reading(before.rawValue, 1).turn(exif: 1))
        #expect(after?.upright(point, stored: stored) == Point(x: Double(upright.height) - seen.y, y: seen.x))
        #expect(after?.turn(stored) == Size(width: upright.height, height: upright.width))
    }

    @Test func `quarters add up`() {
        for orientation in 1...8 {
            let twice = reading(reading(orientation, 1).turn(exif: 1), 1).turn(exif: 1)
            #expect(reading(orientation, 2).turn(exif: 1) == twice)
            #expect(reading(reading(orientation, 3).turn(exif: 1), 1).turn(exif: 1) == orientation)
        }
    }

    @Test func `each has a number of its own, by which it is known again`() {
        var codes: Set<Int64> = []
        for orientation in [nil] + (1...8).map(Optional.some) {
            for quarters in 0..<4 {
                for isWholeFile in [false, true] {
                    var reading = reading(orientation, quarters)
                    reading.isWholeFile = isWholeFile
                    #expect(Reading(code: reading.code) == reading)
                    #expect((0...127).contains(reading.code) && codes.insert(reading.code).inserted)
                }
            }
        }
    }

    @Test func `a picture is another image in another turn, and a file another than its picture`() throws {
        let file = try jpeg(Picture.smooth(width: 37, height: 23), orientation: 6)
        let own = ImageIdentity(of: file.span)
        let ignoring = ImageIdentity(of: file.span, as: reading(1))
        #expect(own.key.turn == 6 && own.size == Size(width: 23, height: 37))
        #expect(ignoring.key.turn == 1 && ignoring.size == Size(width: 37, height: 23))
        #expect(own.key.digest == ignoring.key.digest && own.content == ignoring.content && ignoring.orientation == 6)
        let upright = try jpeg(Picture.smooth(width: 37, height: 23), orientation: 1)
        #expect(
            ImageIdentity(of: upright.span, as: reading(nil, 1)).key == own.key, "one image, whichever rule says so")
        var wholeFile = Reading()
        wholeFile.isWholeFile = true
        let whole = ImageIdentity(of: file.span, as: wholeFile)
        #expect(whole.key.kind == .file && whole.key.digest == whole.content && whole.key.turn == 6)
    }
}
