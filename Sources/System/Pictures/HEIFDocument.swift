internal import CHEIF

/// An opened HEIC file and the handle of its primary picture; the bytes must outlive it.
@safe struct HEIFDocument: ~Copyable {
    private let library: HEIFLibrary
    private let context: OpaquePointer
    private let handle: OpaquePointer

    /// Parses the boxes; no pixel is decoded.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ library: HEIFLibrary) throws(PictureError) {
        let functions = library.functions
        guard let context = functions.context_alloc() else { throw .outOfMemory(.heic) }
        // No threads of the library's own: pictures are decoded side by side already.
        unsafe functions.context_set_max_decoding_threads(context, 0)
        var handle: OpaquePointer?
        do throws(PictureError) {
            unsafe try HEIFLibrary.check(
                functions.context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
            unsafe try HEIFLibrary.check(functions.context_get_primary_image_handle(context, &handle))
            guard unsafe handle != nil else { throw .damaged(.heic, message: "no primary picture") }
        } catch {
            unsafe functions.context_free(context)
            throw error
        }
        guard let handle = unsafe handle else { throw .damaged(.heic, message: "no primary picture") }
        self.library = library
        unsafe self.context = context
        unsafe self.handle = handle
    }

    deinit {
        unsafe library.functions.image_handle_release(handle)
        unsafe library.functions.context_free(context)
    }

    /// The size after the file's own turns.
    var size: PixelSize {
        PixelSize(
            width: Int(unsafe library.functions.image_handle_get_width(handle)),
            height: Int(unsafe library.functions.image_handle_get_height(handle)))
    }

    /// Whether pixels may be transparent.
    var hasAlpha: Bool { unsafe library.functions.image_handle_has_alpha_channel(handle) != 0 }

    /// The TIFF structure of the Exif item; empty where there is none.
    func exif() throws(PictureError) -> [UInt8] {
        var item: heif_item_id = 0
        guard unsafe library.functions.image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &item, 1) == 1 else {
            return []
        }
        let length = unsafe library.functions.image_handle_get_metadata_size(handle, item)
        var block: [UInt8] = []
        // Bounded: no EXIF block is longer than JPEG's 64 KB segments by much.
        guard (8...4_000_000).contains(length), block.reserve(length) else { return [] }
        try unsafe block.withUnsafeMutableBufferPointer { buffer throws(PictureError) in
            unsafe try HEIFLibrary.check(
                library.functions.image_handle_get_metadata(handle, item, buffer.baseAddress))
        }
        // The first four bytes say how far behind them the TIFF structure begins (ISO 23008-12, A.2.1).
        guard let skip = block.span.bigEndian32(at: 0) else { return [] }
        return Array(block.dropFirst(4 + skip))
    }

    /// The ICC profile; empty where there is none.
    func profile() throws(PictureError) -> [UInt8] {
        let length = unsafe library.functions.image_handle_get_raw_color_profile_size(handle)
        var profile: [UInt8] = []
        guard (128...16_000_000).contains(length), profile.reserve(length) else { return [] }
        try unsafe profile.withUnsafeMutableBufferPointer { buffer throws(PictureError) in
            unsafe try HEIFLibrary.check(
                library.functions.image_handle_get_raw_color_profile(handle, buffer.baseAddress))
        }
        return profile
    }

    /// Decodes, and lends the interleaved pixels with their size and the bytes from row to row.
    func decode(
        withAlpha: Bool, _ use: (UnsafePointer<UInt8>, PixelSize, Int) throws(PictureError) -> Void
    ) throws(PictureError) {
        let functions = library.functions
        guard let options = functions.decoding_options_alloc() else { throw .outOfMemory(.heic) }
        defer { unsafe functions.decoding_options_free(options) }
        unsafe options.pointee.convert_hdr_to_8bit = 1
        unsafe options.pointee.strict_decoding = 1
        var image: OpaquePointer?
        let chroma = withAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
        unsafe try HEIFLibrary.check(functions.decode_image(handle, &image, heif_colorspace_RGB, chroma, options))
        guard let image = unsafe image else { throw .damaged(.heic, message: "no pixels came out") }
        defer { unsafe functions.image_release(image) }
        let size = PixelSize(
            width: Int(unsafe functions.image_get_width(image, heif_channel_interleaved)),
            height: Int(unsafe functions.image_get_height(image, heif_channel_interleaved)))
        var stride: Int32 = 0
        guard let plane = unsafe functions.image_get_plane_readonly(image, heif_channel_interleaved, &stride),
            Int(stride) >= size.width * (withAlpha ? 4 : 3)
        else { throw .damaged(.heic, message: "no pixels came out") }
        try unsafe use(plane, size, Int(stride))
    }
}
