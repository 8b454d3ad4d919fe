import Corpora
import Pictures
import TestSupport
import Zlib

/// The pictures that are mutated: every format and coding, with all kinds of metadata.
struct PictureSeeds {
    private struct NoBitmap: Error {}

    let files: [[UInt8]]

    /// Other files than the usual.
    init(files: [[UInt8]]) { self.files = files }

    init() throws {
        var files: [[UInt8]] = []
        for name in [
            "rgb.png", "grey.png", "palette.png", "alpha.png", "interlaced.png", "rgb16.png", "bilevel.png",
            "lossless.webp", "alpha.webp", "lossy.webp", "animated.webp", "baseline.jpg", "progressive.jpg", "grey.jpg",
            "cmyk.jpg", "ycck.jpg", "restart.jpg", "upright.heic", "turned.heic", "alpha.heic", "other.gif",
            "other.bmp",
            "other.tiff", "interlaced.gif", "placed.gif", "palette.bmp", "alpha.bmp", "rgb565.bmp", "palette.tiff",
            "bilevel.tiff", "alpha.tiff", "turned.tiff", "pages.tiff", "lossy.tiff", "rgb16.tiff",
        ] { files.append(try Talkative.fixture(name)) }
        let bitmap = try PictureSeeds.bitmap(width: 90, height: 66)
        for orientation: UInt8 in [1, 3, 6] {
            files.append(try Talkative.jpeg(bitmap, orientation: orientation))
            files.append(try Talkative.jpeg(bitmap, orientation: orientation, isTidy: true))
            files.append(try Talkative.png(bitmap, orientation: orientation))
            files.append(try Talkative.webp(orientation: orientation))
        }
        files.append(try Talkative.jpeg(bitmap, orientation: 1, profile: Talkative.profile(600)))
        files.append(try Talkative.jpeg(bitmap, orientation: 8, profile: Talkative.profile(70_000)))
        files.append(try Talkative.png(bitmap, profile: Talkative.profile(300)))
        files.append(try Talkative.png(bitmap, depth: 16))
        files.append(try Talkative.gif())
        self.files = files
    }

    /// One of the pictures, changed.
    func mutated(_ random: inout Seeded) -> [UInt8] {
        var file = random.pick(files)
        if !random.once(in: 3) {
            var picture = PicturePieces(file)
            for _ in 0...random.below(2) { change(&picture, &random) }
            file = picture.file
        }
        if random.once(in: 2) { file.mutate(&random, limit: 6) }
        return file
    }

    /// Changes the pieces of a file; the checksums are right again behind it, so that what is changed is read.
    private func change(_ picture: inout PicturePieces, _ random: inout Seeded) {
        let place = random.below(picture.pieces.count)
        switch random.below(8) {
        case 0 where picture.pieces.count > 1: picture.pieces.remove(at: place)
        case 1: picture.pieces.insert(picture.pieces[place], at: random.below(picture.pieces.count + 1))
        case 2: picture.pieces.swapAt(place, random.below(picture.pieces.count))
        case 3:
            let other = PicturePieces(random.pick(files))
            if other.form == picture.form {
                picture.pieces.insert(random.pick(other.pieces), at: random.below(picture.pieces.count + 1))
            }
        case 4 where picture.form == .png && picture.pieces[place].bytes.count >= 12:
            let names = ["IHDR", "PLTE", "tRNS", "IDAT", "iCCP", "eXIf", "tEXt", "acTL", "fcTL", "sRGB", "ABCD"]
            picture.pieces[place].bytes.replaceSubrange(4..<8, with: Array(random.pick(names).utf8))
        case 4 where picture.form == .jpeg && picture.pieces[place].bytes.count >= 4:
            picture.pieces[place].bytes[1] = UInt8(0xC0 + random.below(64))
        default:
            let head = picture.form == .jpeg ? 4 : picture.form == .png || picture.form == .webp ? 8 : 0
            var inner = Array(picture.pieces[place].bytes.dropFirst(head))
            inner.mutate(&random, limit: 3)
            picture.pieces[place].bytes.replaceSubrange(
                Swift.min(head, picture.pieces[place].bytes.count)..., with: inner)
        }
        if picture.form == .png { mend(&picture, place) }
    }

    /// Gives a PNG's chunk the length and the checksum that fit.
    private func mend(_ picture: inout PicturePieces, _ place: Int) {
        guard picture.pieces.indices.contains(place), picture.pieces[place].bytes.count >= 12,
            !["head", "behind"].contains(picture.pieces[place].name)
        else { return }
        let body = Array(picture.pieces[place].bytes[4...].dropLast(4))
        picture.pieces[place].bytes = Talkative.number(body.count - 4) + body + Talkative.number(Int(crc32(body.span)))
    }

    /// A picture with edges and slopes.
    private static func bitmap(width: Int, height: Int) throws -> Bitmap {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                pixels += [UInt8(x * 2), UInt8(y * 3), (x / 8 + y / 8) % 2 == 0 ? 40 : 200]
            }
        }
        guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else { throw NoBitmap() }
        return bitmap
    }
}
