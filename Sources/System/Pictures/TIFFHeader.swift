/// What the first directory of a TIFF says (TIFF 6.0, section 2), which is made as EXIF's is.
struct TIFFHeader {
    /// The size of the first page as it is stored.
    let size: PixelSize
    /// Whether it is of a kind that every reader shows.
    let isCommon: Bool
    /// The whole file, whose first directory tells the orientation, the date and the place.
    let exif: [UInt8]

    /// Reads the first directory.
    init(_ bytes: Span<UInt8>) throws(PictureError) {
        exif = bytes.copy
        guard let block = ExifBlock(exif) else { throw .truncated(.tiff, message: "the header is cut short") }
        guard let size = block.size else {
            throw .damaged(.tiff, message: "the first directory tells no width and height")
        }
        guard size.width > 0, size.height > 0 else { throw .damaged(.tiff, message: "the picture has no pixels") }
        self.size = size
        isCommon = block.isCommonPicture
    }
}
