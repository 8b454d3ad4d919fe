import Imaging
import Pictures
import Testing
import Domain

@Suite struct OrientationTests {
    @Test(arguments: Orientation.allCases, [(37, 23), (1, 1), (1, 40), (64, 32), (33, 70)])
    func `every orientation gives the same upright bitmap`(orientation: Orientation, size: (Int, Int)) throws {
        let upright = try Picture.pattern(width: size.0, height: size.1)
        var result = Bitmap()
        let stored = try Picture.stored(upright, orientation.rawValue)
        let hadMemory = orientation.apply(to: stored, into: &result)
        #expect(hadMemory)
        #expect(result == upright)
    }

    @Test(arguments: Orientation.allCases)
    func `points move as pixels do`(orientation: Orientation) throws {
        let upright = try Picture.make(width: 37, height: 23) { x, y in (x == 30 && y == 4 ? 255 : 0, 0, 0) }
        let stored = try Picture.stored(upright, orientation.rawValue)
        let pixel = try #require(stored.pixels.firstIndex(of: 255)) / 3
        let center = Point(x: Double(pixel % stored.width) + 0.5, y: Double(pixel / stored.width) + 0.5)
        let size = Size(width: stored.width, height: stored.height)
        #expect(orientation.turn(size) == Size(width: 37, height: 23))
        #expect(orientation.upright(center, stored: size) == Point(x: 30.5, y: 4.5))
    }

    @Test(arguments: Orientation.allCases, Fit.allCases)
    func `a JPEG of any orientation is prepared alike`(orientation: Orientation, fit: Fit) throws {
        let upright = try Picture.smooth(width: 136, height: 88)
        let request = SampleRequest(size: Size(width: 30, height: 20), channels: 3, fit: fit)
        let preparer = ImagePreparer()
        let plainFile = try jpeg(upright, orientation: 1)
        let plain = try preparer.prepare(plainFile.span, for: request)
        let stored = try Picture.stored(upright, orientation.rawValue)
        let turnedFile = try jpeg(stored, orientation: UInt8(orientation.rawValue))
        let turned = try preparer.prepare(turnedFile.span, for: request)
        #expect(turned.placement == plain.placement)
        // Blocks of 8 begin at other edges, so the coding error differs, by little in a smooth picture.
        let worst = zip(plain.samples, turned.samples).map { abs($0 - $1) }.max()
        #expect(plain.samples.count == 30 * 20 * 3 && turned.samples.count == plain.samples.count)
        #expect(try #require(worst) < 4)
    }
}
