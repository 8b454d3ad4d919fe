/// Decodes ordinary JPEG photographs straight to a quarter or an eighth of their size, in about half of the time that
/// libjpeg-turbo takes for it.
///
/// Nearly all of that time goes into reading the codes of coefficients that a picture so small has no room for. They are
/// stepped over here, several at once. Whatever is out of the ordinary or looks broken is refused, so that libjpeg-turbo
/// judges it. One owner at a time; keeps its tables and its memory.
package final class ReducedDecoder {
    private var data = CodedData()
    private var tables: [HuffmanTable] = []

    /// A decoder; memory is taken at the first picture.
    package init() {}

    /// Decodes at 1/8 or 1/4, whatever still covers `wanted`; false where neither does, and for all pictures that are not
    /// ordinary and whole.
    ///
    /// - Parameter wanted: in stored orientation.
    package func decode(_ bytes: Span<UInt8>, atLeast wanted: PixelSize, into planes: inout Planes) -> Bool {
        guard let layout = BaselineLayout(bytes), min(layout.size.width, layout.size.height) >= 64 else { return false }
        let decoded = scaledSize(of: layout.size, covering: wanted)
        let divisor = (layout.size.width + decoded.width - 1) / decoded.width
        guard divisor == 8 || divisor == 4, let tables = tables(of: layout) else { return false }
        guard data.read(bytes, from: layout.dataStart) else { return false }
        let geometry = ReducedGeometry(layout, divisor: divisor)
        guard planes.reshape(to: geometry.planes, rows: geometry.rows), data.ends.count == geometry.pieces else {
            return false
        }
        return withExtendedLifetime(tables) {
            var scan = unsafe ReducedScan(layout, tables, planes, geometry)
            return unsafe scan.decode(data, into: &planes.bytes)
        }
    }

    /// The tables of each component's DC and AC; those of the last picture where they are the same.
    private func tables(of layout: BaselineLayout) -> [HuffmanTable]? {
        var found: [HuffmanTable] = []
        for component in layout.components {
            for number in [component.dcTable, component.acTable] {
                let definition = layout.huffman[number]
                let known = (tables + found).first { $0.definition == definition }
                guard let table = known ?? HuffmanTable(definition) else { return nil }
                found.append(table)
            }
        }
        tables = found
        return found
    }
}

/// How many units and samples a reduced picture has.
struct ReducedGeometry {
    /// Samples across and down that a block becomes: 1 or 2.
    let blockEdge: Int
    /// Units of coding across.
    let across: Int
    /// Units of coding down.
    let down: Int
    /// Units of coding between restarts.
    let interval: Int
    /// Each component's plane.
    let planes: [Planes.Plane]
    /// The rows that each plane is written to, with those of blocks that reach beyond the picture.
    let rows: [Int]

    /// Units of coding.
    var units: Int { across * down }
    /// Pieces between restarts.
    var pieces: Int { (units + interval - 1) / interval }

    init(_ layout: BaselineLayout, divisor: Int) {
        let most = (across: layout.components[0].across, down: layout.components[0].down)
        let (blockEdge, size) = (8 / divisor, layout.size)
        let across = (size.width + 8 * most.across - 1) / (8 * most.across)
        let down = (size.height + 8 * most.down - 1) / (8 * most.down)
        self.blockEdge = blockEdge
        self.across = across
        self.down = down
        interval = layout.restartInterval > 0 ? layout.restartInterval : across * down
        planes = layout.components.map { component in
            // Samples of the picture that one of the plane stands for.
            let (wide, high) = (divisor * most.across / component.across, divisor * most.down / component.down)
            var plane = Planes.Plane(
                width: (size.width + wide - 1) / wide, height: (size.height + high - 1) / high,
                stride: across * component.across * blockEdge)
            (plane.stepX, plane.stepY) = (wide, high)
            return plane
        }
        rows = layout.components.map { down * $0.down * blockEdge }
    }
}
