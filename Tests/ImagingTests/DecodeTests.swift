import Imaging
import Pictures
import Testing
import Domain

@Suite("How JPEG files are decoded") struct DecodeTests {
    @Test(arguments: [(400, 300), (401, 303), (64, 48)])
    func `exact takes every pixel of the file, and scaled the fewest that cover the target`(width: Int, height: Int)
        throws
    {
        let file = try jpeg(try Picture.pattern(width: width, height: height), orientation: 1)
        let preparer = ImagePreparer()
        for fit in Fit.allCases {
            let size = Size(width: 40, height: 40)
            var request = SampleRequest(size: size, channels: 3, fit: fit, decode: .exact)
            let exact = try preparer.prepare(file.span, for: request)
            var whole = Bitmap()
            try PictureDecoder().decode(file.span, atLeast: nil, into: &whole)
            #expect(whole.width == width && whole.height == height)
            var samples: [Float] = []
            let framing = ResizePlan(of: Size(width: width, height: height), in: size, fit: fit)
            Resampler().resample(whole, framing, size: size, channels: 3, into: &samples)
            #expect(exact.samples == samples && exact.placement == framing.placement)
            request.decode = .scaled
            let scaled = try preparer.prepare(file.span, for: request)
            // What is not larger than twice the target is decoded in full either way.
            #expect((scaled.samples == samples) == (width == 64), "\(fit)")
        }
    }
}
