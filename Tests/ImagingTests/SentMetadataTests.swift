import Corpora
import Imaging
import Pictures
import TestSupport
import Testing
import Domain

@Suite("What is said about a picture") struct SentMetadataTests {
    /// Files of every format that say much, as small as the box and larger, upright and not.
    static func files() throws -> [(name: String, file: [UInt8])] {
        let small = try Picture.smooth(width: 60, height: 40)
        let large = try Picture.smooth(width: 300, height: 200)
        var files: [(name: String, file: [UInt8])] = []
        for (size, bitmap) in [("small", small), ("large", large)] {
            for orientation: UInt8 in [1, 6] {
                files.append(("\(size).jpg \(orientation)", try Talkative.jpeg(bitmap, orientation: orientation)))
                files.append(("\(size).png \(orientation)", try Talkative.png(bitmap, orientation: orientation)))
            }
        }
        files.append(("deep.png", try Talkative.png(small, depth: 16)))
        files.append(("upright.webp", try Talkative.webp()))
        files.append(("turned.webp", try Talkative.webp(orientation: 6)))
        files.append(("a.gif", try Talkative.gif()))
        for name in ["upright.heic", "turned.heic", "baseline.jpg", "cmyk.jpg", "other.bmp", "turned.tiff"] {
            files.append((name, try Talkative.fixture(name)))
        }
        return files
    }

    @Test func `nothing of it is sent`() throws {
        for (name, file) in try Self.files() {
            let image = try encode(file, sending(box(100, 80)))
            for secret in Talkative.secrets {
                #expect(Talkative.find(secret.bytes, in: image.bytes) == nil, "\(secret.name) in \(name)")
            }
            // The witness: another reader finds nothing, either.
            let header = try PictureHeader.read(image.bytes.span)
            #expect(header.takenAt == nil && header.cameraLatitude == nil && header.orientation == 1, "\(name)")
        }
    }

    @Test func `the files that are tested with say it`() throws {
        for (name, file) in try Self.files()
        where !["bmp", "tiff"].contains(where: name.hasSuffix) && name != "cmyk.jpg" {
            #expect(Talkative.secrets.contains { Talkative.find($0.bytes, in: file) != nil }, "\(name)")
        }
        #expect(
            try Talkative.secrets.filter {
                try Talkative.find($0.bytes, in: Talkative.jpeg(Picture.smooth(width: 9, height: 9))) != nil
            }.count >= 7)
    }

    @Test func `a JPEG that needs no change goes with its own coded pixels`() throws {
        for file in [
            try Talkative.jpeg(Picture.pattern(width: 90, height: 61)), try Talkative.fixture("progressive.jpg"),
            try Talkative.fixture("restart.jpg"), try Talkative.fixture("grey.jpg"),
        ] {
            let image = try encode(file)
            #expect(try decoded(image.bytes) == decoded(file))
            #expect(image.placement.scale == Point(x: 1, y: 1) && image.placement.offset == Point(x: 0, y: 0))
            // The scan is the same bytes: nothing was coded again.
            let scan = try #require(Talkative.find([0xFF, 0xDA], in: image.bytes))
            #expect(Talkative.find(Array(image.bytes[scan...]), in: file) != nil)
            #expect(Array(image.bytes.suffix(2)) == [0xFF, 0xD9])
        }
    }

    @Test func `other files that need no change keep their pixels and their format`() throws {
        let bitmap = try Picture.pattern(width: 61, height: 33)
        let png = try encode(Talkative.png(bitmap))
        #expect(PictureFormat(of: png.bytes.span) == .png)
        #expect(try decoded(png.bytes) == bitmap)
        for name in ["palette.png", "alpha.png", "interlaced.png", "bilevel.png", "lossy.webp", "alpha.webp"] {
            let file = try Talkative.fixture(name)
            let image = try encode(file)
            #expect(try decoded(image.bytes) == decoded(file), "\(name)")
            #expect(PictureFormat(of: image.bytes.span) == PictureFormat(of: file.span), "\(name)")
        }
        let webp = try encode(Talkative.webp())
        #expect(try decoded(webp.bytes) == decoded(Talkative.webp()))
        #expect(webp.bytes.count - 8 == Int(webp.bytes[4]) + Int(webp.bytes[5]) << 8)
        // A header that only announced EXIF and XMP goes with them.
        #expect(webp.bytes[12..<16].elementsEqual("VP8L".utf8))
    }

    @Test func `a GIF keeps its frames and how often they repeat`() throws {
        let image = try encode(Talkative.gif(), sending())
        #expect(image.size == Size(width: 37, height: 23))
        #expect(Talkative.find(Array("NETSCAPE2.0".utf8), in: image.bytes) != nil)
        let plain = try Talkative.fixture("other.gif")
        #expect(image.bytes.suffix(plain.count / 2).elementsEqual(plain.suffix(plain.count / 2)))
        let bmp = try Talkative.fixture("other.bmp")
        #expect(try encode(bmp, sending()).bytes == bmp)
    }

    @Test func `a GIF's count of repetitions that says more than the count is not sent`() throws {
        var file = try Talkative.gif()
        let start = try #require(Talkative.find(Array("NETSCAPE2.0".utf8), in: file)) + 11
        // Its last block is as long as the comment, which it thereby holds.
        let said = Array(Talkative.comment.utf8)
        file.replaceSubrange((start + 4)..<(start + 5), with: [UInt8(said.count)] + said + [0])
        let image = try encode(file, sending())
        #expect(Talkative.find(said, in: image.bytes) == nil)
        #expect(Talkative.find(Array("NETSCAPE2.0".utf8), in: image.bytes) == nil)
    }

    @Test func `kept metadata goes along with the file as it is`() throws {
        let bitmap = try Picture.pattern(width: 60, height: 40)
        for file in [try Talkative.jpeg(bitmap), try Talkative.png(bitmap), try Talkative.webp(), try Talkative.gif()] {
            #expect(try encode(file, sending(metadata: .keep)).bytes == file)
        }
    }

    @Test(arguments: [40, 300])
    func `kept metadata goes into a new JPEG, which stands upright`(width: Int) throws {
        let bitmap = try Picture.smooth(width: width, height: 200)
        for file in [
            try Talkative.jpeg(bitmap, orientation: 8), try Talkative.png(bitmap, orientation: 5),
            try Talkative.webp(orientation: 3), try Talkative.fixture("turned.heic"),
        ] {
            let image = try encode(file, sending(box(100, 80), metadata: .keep))
            let (header, before) = (try PictureHeader.read(image.bytes.span), try PictureHeader.read(file.span))
            #expect(header.format == .jpeg && header.orientation == 1)
            #expect(header.takenAt == before.takenAt && header.takenAt != nil)
            #expect(header.cameraLatitude == before.cameraLatitude && header.cameraLatitude != nil)
            #expect(Talkative.find(Array(Talkative.comment.utf8), in: image.bytes) == nil)
        }
    }

    @Test(arguments: [Prepare.Metadata.strip, .keep], [200, 130_000])
    func `the profile of the colors goes along`(metadata: Prepare.Metadata, length: Int) throws {
        let profile = Talkative.profile(length)
        let bitmap = try Picture.smooth(width: 300, height: 200)
        for file in [
            try Talkative.jpeg(bitmap, orientation: 6, profile: profile), try Talkative.png(bitmap, profile: profile),
        ] {
            let passed = try encode(file, sending(metadata: metadata))
            let made = try encode(file, sending(box(100, 80), metadata: metadata))
            for image in [passed, made] {
                let start = try #require(
                    Talkative.find(Array("ICC_PROFILE\0".utf8), in: image.bytes)
                        ?? Talkative.find(Array("iCCP".utf8), in: image.bytes))
                #expect(start > 0)
            }
            let carried = try CarriedMetadata(made.bytes.span, .jpeg, withExif: true)
            #expect(carried.profile == profile)
            #expect(carried.exif.isEmpty == (metadata == .strip))
        }
        // A profile of inks would be wrong beside the colors that were made of them.
        let inks = try Talkative.jpeg(bitmap, profile: Talkative.profile(length, space: "CMYK"))
        let image = try encode(inks, sending(box(100, 80)))
        #expect(Talkative.find(Array("ICC_PROFILE".utf8), in: image.bytes) == nil)
    }

    @Test func `of a grey photograph only the profile of grey goes along`() throws {
        let bitmap = try Picture.smooth(width: 800, height: 600)
        for (space, isCarried) in [("GRAY", true), ("RGB ", false)] {
            let profile = Talkative.profile(200, space: space)
            let file = try Talkative.jpeg(bitmap, profile: profile, sampling: .grey, isTidy: true)
            let image = try encode(file, sending(box(100, 80)))
            #expect(try CarriedMetadata(image.bytes.span, .jpeg, withExif: true).profile == (isCarried ? profile : []))
        }
    }
}
