/// What the boxes of a HEIC say about its items: pictures, their parts, and what is said about them (ISO/IEC 23008-12).
///
/// Where two readers may understand a file in two ways, it is not read.
struct HEIFItems {
    /// A property of an item, which several items may share.
    struct Property {
        var box: HEIFBox
        /// Whether a reader that does not know it must not show the item.
        var isEssential: Bool
        /// Whether the item is the alpha plane of another.
        var isAlpha: Bool
    }

    /// The item that is shown.
    let primary: Int
    private let types: [Int: BoxName]
    private let properties: [Int: [Property]]
    private let references: HEIFReferences
    /// The items that hold an item's transparency.
    private let alphas: [Int: [Int]]
    private let locations: HEIFLocations
    private let meta: Range<Int>
    private let idat: Range<Int>?

    /// Reads the box `meta`; no item is looked at.
    init(_ bytes: Span<UInt8>) throws(PictureError) {
        let box = try Self.meta(of: bytes)
        meta = box.range
        var cursor = BoxCursor(box)
        try cursor.skip(4)
        let boxes = try HEIFBox.all(in: cursor.offset..<cursor.end, of: bytes)
        primary = try Self.primary(boxes.required("pitm"), bytes)
        types = try Self.types(boxes.required("iinf"), bytes)
        let properties = try Self.properties(boxes.required("iprp"), bytes)
        references = try HEIFReferences(boxes.single("iref"), bytes)
        alphas = references.auxiliaries.mapValues { items in
            items.filter { properties[$0]?.contains(where: \.isAlpha) == true }
        }
        self.properties = properties
        locations = try HEIFLocations(boxes.required("iloc"), bytes)
        idat = try boxes.single("idat")?.body
    }

    /// The kind of an item: `hvc1`, `grid`.
    func type(of item: Int) throws(PictureError) -> BoxName {
        guard let type = types[item] else { throw .damaged(.heic, message: "an item is missing") }
        return type
    }

    /// The properties of an item, in the order in which they count.
    func properties(of item: Int) throws(PictureError) -> [Property] {
        guard let found = properties[item] else { throw .damaged(.heic, message: "an item has no properties") }
        return found
    }

    /// The items that an item is made from, in their order: the tiles of a grid.
    func sources(of item: Int) -> [Int] { references.sources[item] ?? [] }

    /// The item that holds an item's transparency; nil where there is none.
    func alpha(of item: Int) throws(PictureError) -> Int? {
        let planes = alphas[item] ?? []
        // libheif shows the last of several by number, and only one that has the picture's size.
        guard planes.count <= 1 else { throw .damaged(.heic, message: "two alpha planes of one picture") }
        return planes.first
    }

    /// The bytes of the file that are an item's data, in order.
    func data(of item: Int, _ bytes: Span<UInt8>) throws(PictureError) -> [Range<Int>] {
        try locations.ranges(of: item, meta: meta, idat: idat, bytes)
    }
}
