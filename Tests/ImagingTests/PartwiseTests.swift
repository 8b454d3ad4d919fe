import Corpora
import Imaging
import Pictures
import Platform
import TestSupport
import Testing
import Domain

/// Pictures of which only the beginning is in memory at first.
@Suite("A picture that is read a part at a time") struct PartwiseTests {
    let scratch: Scratch
    let buffer = FileBuffer()
    let preparer = ImagePreparer()

    init() throws { scratch = try Scratch() }

    /// Opens a file with a window that holds the markers before the scan, and not much more.
    private func open(_ file: [UInt8]) throws {
        try buffer.open(try scratch.write("picture.jpg", file), limit: .max, window: 2000)
        #expect(!buffer.isWhole)
    }

    @Test(arguments: 1...8) func `is prepared as from the whole of its file`(orientation: Int) throws {
        let file = try jpeg(Picture.pattern(width: 330, height: 210), orientation: UInt8(orientation))
        let request = sending(box(80, 60), metadata: .keep)
        try open(file)
        let (sent, whole) = (preparer.encode(buffer, for: request), try encode(file, request))
        #expect(sent?.bytes == whole.bytes && sent?.placement == whole.placement)
        #expect(buffer.start > 0)
        let samples = SampleRequest(size: Size(width: 20, height: 20), channels: 3, fit: .crop, decode: .scaled)
        var image = PreparedImage(for: samples)
        try open(file)
        #expect(preparer.prepare(buffer, for: samples, into: &image))
        let expected = try preparer.prepare(file.span, for: samples)
        #expect(image.samples == expected.samples && image.placement == expected.placement)
        try open(file)
        let upright = Orientation(rawValue: orientation)?.turn(Size(width: 330, height: 210))
        #expect(preparer.uprightSize(of: buffer) == upright)
    }

    @Test func `is left to those who have all of it where that is needed, and where it is refused`() throws {
        let file = try jpeg(Picture.pattern(width: 330, height: 210), orientation: 1)
        let cut = Array(file.dropLast(200))
        var image = PreparedImage(for: SampleRequest(size: Size(width: 20, height: 20), channels: 3, fit: .crop))
        for (what, file, request) in [
            ("as it is", file, sending(box(330, 210))), ("at a half", file, sending(box(160, 120))),
            ("too long", file, sending(box(80, 60), maxBytes: 1)), ("cut", cut, sending(box(80, 60))),
            ("no JPEG", try Talkative.png(Picture.pattern(width: 330, height: 210)), sending(box(80, 60))),
        ] {
            try open(file)
            #expect(preparer.encode(buffer, for: request) == nil, "\(what)")
        }
        try open(file)
        #expect(preparer.encode(buffer, for: sending(box(80, 60)), pixelLimit: 330 * 210 - 1) == nil)
        #expect(preparer.uprightSize(of: buffer, pixelLimit: 330 * 210 - 1) == nil)
        let exact = SampleRequest(size: Size(width: 20, height: 20), channels: 3, fit: .crop, decode: .exact)
        #expect(!preparer.prepare(buffer, for: exact, into: &image))
    }
}
