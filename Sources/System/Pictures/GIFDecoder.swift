internal import CGIF

/// Decodes the first frame of a GIF onto its canvas.
///
/// What the frame does not cover, and what it leaves transparent, is white paper, as of other formats.
func decodeGIF(_ bytes: Span<UInt8>, pixelLimit: Int, into bitmap: inout Bitmap) throws(PictureError) {
    let library = try GIFLibrary.installed()
    let size = try GIFHeader(bytes).size
    try size.check(limit: pixelLimit, of: .gif)
    guard bitmap.reshape(to: size) else { throw .outOfMemory(.gif) }
    for index in bitmap.pixels.indices { bitmap.pixels[index] = 255 }
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(PictureError) in
        var source = unsafe cg_source(bytes: buffer.baseAddress, length: buffer.count, place: 0)
        try unsafe withUnsafeMutablePointer(to: &source) { source throws(PictureError) in
            var code: Int32 = 0
            var functions = library.functions
            guard let gif = unsafe cg_open(&functions, source, &code) else { throw library.error(code) }
            defer { _ = unsafe library.functions.DGifCloseFile(gif, nil) }
            try unsafe GIFFrame(gif, library).decode(pixelLimit: pixelLimit, into: &bitmap)
        }
    }
}

/// The first frame of an open GIF.
@safe private struct GIFFrame {
    private let gif: UnsafeMutablePointer<GifFileType>
    private let library: GIFLibrary
    /// The color that is not painted; nil where all are.
    private var transparent: Int?

    /// Goes through the blocks before the frame.
    init(_ gif: UnsafeMutablePointer<GifFileType>, _ library: GIFLibrary) throws(PictureError) {
        unsafe self.gif = gif
        self.library = library
        var record = UNDEFINED_RECORD_TYPE
        while true {
            try check(unsafe library.functions.DGifGetRecordType(gif, &record))
            switch record {
            case IMAGE_DESC_RECORD_TYPE:
                try check(unsafe library.functions.DGifGetImageDesc(gif))
                return
            case EXTENSION_RECORD_TYPE: try readExtension()
            case TERMINATE_RECORD_TYPE: throw PictureError.damaged(.gif, message: "there is no frame")
            default: continue
            }
        }
    }

    /// Takes the transparent color from a graphic control, and passes over all other extensions.
    private mutating func readExtension() throws(PictureError) {
        var (code, block): (Int32, UnsafeMutablePointer<GifByteType>?) = (0, nil)
        try check(unsafe library.functions.DGifGetExtension(gif, &code, &block))
        while let read = unsafe block {
            // Its first byte is its length: flags, two bytes of delay, the color (GIF89a, section 23).
            if code == GRAPHICS_EXT_FUNC_CODE, unsafe read[0] == 4 {
                transparent = unsafe read[1] & 1 == 1 ? Int(read[4]) : nil
            }
            try check(unsafe library.functions.DGifGetExtensionNext(gif, &block))
        }
    }

    /// Paints the frame, as far as it lies on the canvas.
    func decode(pixelLimit: Int, into bitmap: inout Bitmap) throws(PictureError) {
        let frame = unsafe gif.pointee.Image
        let size = unsafe PixelSize(width: Int(frame.Width), height: Int(frame.Height))
        let (left, top) = unsafe (Int(frame.Left), Int(frame.Top))
        try size.check(limit: pixelLimit, of: .gif)
        let colors = try unsafe palette(frame.ColorMap ?? gif.pointee.SColorMap)
        var line = [GifByteType](repeating: 0, count: size.width)
        let passes = unsafe frame.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for row in stride(from: first, to: size.height, by: step) {
                try check(
                    unsafe line.withUnsafeMutableBufferPointer { buffer in
                        unsafe library.functions.DGifGetLine(gif, buffer.baseAddress, Int32(buffer.count))
                    })
                let y = top + row
                guard y < bitmap.height else { continue }
                let width = min(size.width, bitmap.width - left)
                for x in 0..<max(0, width) where Int(line[x]) != transparent {
                    let (color, pixel) = (Int(line[x]), 3 * (y * bitmap.width + left + x))
                    guard color < colors.count else {
                        throw .damaged(.gif, message: "color \(color) of \(colors.count)")
                    }
                    (bitmap.pixels[pixel], bitmap.pixels[pixel + 1], bitmap.pixels[pixel + 2]) = colors[color]
                }
            }
        }
    }

    private func palette(_ map: UnsafeMutablePointer<ColorMapObject>?) throws(PictureError) -> [(UInt8, UInt8, UInt8)] {
        guard let map = unsafe map else { throw .damaged(.gif, message: "there are no colors") }
        return unsafe (0..<Int(map.pointee.ColorCount)).map { index in
            let color = unsafe map.pointee.Colors[index]
            return (color.Red, color.Green, color.Blue)
        }
    }

    private func check(_ status: Int32) throws(PictureError) {
        if status != GIF_OK { throw library.error(unsafe gif.pointee.Error) }
    }
}
