internal import Pictures
import Platform
import TestSupport

/// Files that `BaselineDecoder` reads a part at a time, held against what it makes of them as a whole.
package final class PartwiseDecoding {
    private let scratch: Scratch
    private let buffer = FileBuffer()
    private var decoder = BaselineDecoder()
    private var (wholeEighth, partwiseEighth) = (Bitmap(), Bitmap())
    private var (wholeQuarter, partwiseQuarter) = (DecodedPicture(), DecodedPicture())

    /// Decodings of files that are written to a folder of their own.
    package init() throws { scratch = try Scratch() }

    /// What differs of a file that is read through a window; nil where nothing does.
    package func difference(_ file: [UInt8], window: Int) -> String? {
        let (isEighth, isQuarter): (Bool, Bool)
        do {
            let path = try scratch.write("picture.jpg", file)
            try buffer.open(path, limit: .max, window: window)
            isEighth = decoder.decode(buffer, into: &partwiseEighth)
            try buffer.open(path, limit: .max, window: window)
            isQuarter = decoder.decode(buffer, at: .quarter, into: &partwiseQuarter)
        } catch {
            return "\(error)"
        }
        let (wasEighth, wasQuarter) = (
            decoder.decode(file.span, into: &wholeEighth), decoder.decode(file.span, at: .quarter, into: &wholeQuarter)
        )
        // The markers must be in memory together; the scan's has at most 14 bytes.
        let mayDiffer = PictureHeader.read(beginning: Array(file.prefix(max(0, window - 14))).span) == nil
        if isEighth != wasEighth, isEighth || !mayDiffer { return "only one way takes it at an eighth" }
        if isQuarter != wasQuarter, isQuarter || !mayDiffer { return "only one way takes it at a quarter" }
        if isEighth, partwiseEighth != wholeEighth { return "an eighth differs" }
        let planes = (partwiseQuarter.planes.map(\.bitmap), wholeQuarter.planes.map(\.bitmap))
        return isQuarter && planes.0 != planes.1 ? "a quarter differs" : nil
    }
}
