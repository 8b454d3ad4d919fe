package import Domain
internal import Text
package import XMP

/// What was seen in a picture as an XMP sidecar: keywords, regions of things and faces, and places.
///
/// Regions are in the frame of the file, as the Metadata Working Group asks.
package struct SidecarDocument {
    /// How labels are written.
    package struct Tags: Sendable {
        /// What labels lie below in hierarchies of keywords; nil: there is none.
        package var root: String? = "Cairn"
        /// Whether labels are written as hierarchies as well.
        package var hasHierarchy = true

        /// As it is unless said otherwise.
        package init() {}
    }

    private let frame: PictureFrame
    private let answers: [ShownAnswer]
    private let minScore: Float?
    private let tags: Tags

    /// Things that have no area within the picture, and so no region.
    package private(set) var withoutArea = 0

    /// The sidecar of a picture.
    ///
    /// - Parameters:
    ///   - size: of the upright picture.
    ///   - minScore: the lowest score of what is written; nil: any.
    package init(_ image: ShownImage, size: Size, answers: [ShownAnswer], minScore: Float?, tags: Tags) {
        frame = PictureFrame(.file, upright: size, turn: image.key.turn)
        self.answers = answers
        self.minScore = minScore
        self.tags = tags
    }

    /// The text of a packet without anything in it, which names the library's version; nil where it does not work.
    package static func signature(_ library: XMPLibrary) -> [UInt8]? { XMPPacket(library)?.serialized() }

    /// The file; nil where the library does not take it.
    package mutating func xmp(_ library: XMPLibrary) -> [UInt8]? {
        guard let packet = XMPPacket(library) else { return nil }
        addKeywords(to: packet)
        var numbers = (faces: 0, regions: 0, places: 0)
        for answer in answers {
            for (index, annotation) in answer.annotations.enumerated()
            where CocoClass(annotation) != nil && annotation.reaches(minScore) {
                if annotation.kind == .landmark { addPlaces(of: annotation, &numbers.places, to: packet) }
                let points = PolygonClip.clipped(annotation.polygon.map(frame.point), to: frame.size)
                guard let box = PixelBox(around: points, in: frame.size), box.width >= 0.005, box.height >= 0.005,
                    PolygonClip.area(points) >= 0.005
                else {
                    withoutArea += 1
                    continue
                }
                if annotation.kind == .face {
                    numbers.faces += 1
                    addFace(box, number: numbers.faces, to: packet)
                } else {
                    numbers.regions += 1
                    addRegion(
                        annotation, points, number: numbers.regions, id: answer.annotationID(at: index), to: packet)
                }
            }
        }
        if let newest = answers.map(\.annotatedAt).max() {
            packet.set("xmp:CreatorTool", to: "Cairn")
            packet.set("xmp:MetadataDate", to: newest.iso8601)
        }
        return packet.serialized().map { $0.last == UInt8(ascii: "\n") ? $0 : $0 + Array("\n".utf8) }
    }

    /// Labels in the three forms that photo managers read; all say the same.
    private func addKeywords(to packet: XMPPacket) {
        var seen: Set<String> = []
        for answer in answers {
            for annotation in answer.annotations where annotation.kind == .label && annotation.reaches(minScore) {
                let label = annotation.description.replacing("\n", with: " ")
                guard !label.isEmpty, seen.insert(label).inserted else { continue }
                packet.append(label, to: "dc:subject", .bag)
                guard tags.hasHierarchy else { continue }
                // What parts levels in the one form is a letter in the other.
                let bars = (tags.root.map { [$0] } ?? []) + [label]
                packet.append(
                    bars.map { $0.replacing("|", with: "/") }.joined(separator: "|"),
                    to: "lr:hierarchicalSubject", .bag)
                packet.append(
                    bars.map { $0.replacing("/", with: "|") }.joined(separator: "/"), to: "digiKam:TagsList", .sequence)
            }
        }
    }

    /// A face: without a name, since a name would make it a person's.
    private func addFace(_ box: PixelBox, number: Int, to packet: XMPPacket) {
        let regions = "mwg-rs:Regions"
        if number == 1 {
            packet.set("\(regions)/mwg-rs:AppliedToDimensions/stDim:w", to: "\(frame.size.width)")
            packet.set("\(regions)/mwg-rs:AppliedToDimensions/stDim:h", to: "\(frame.size.height)")
            packet.set("\(regions)/mwg-rs:AppliedToDimensions/stDim:unit", to: "pixel")
        }
        packet.appendStructure(to: "\(regions)/mwg-rs:RegionList", .bag)
        let face = "\(regions)/mwg-rs:RegionList[\(number)]"
        packet.set("\(face)/mwg-rs:Type", to: "Face")
        // From the centre.
        let sides = [
            ("x", across((box.left + box.right) / 2)), ("y", down((box.top + box.bottom) / 2)),
            ("w", across(box.width)), ("h", down(box.height)),
        ]
        for (name, value) in sides { packet.set("\(face)/mwg-rs:Area/stArea:\(name)", to: value) }
        packet.set("\(face)/mwg-rs:Area/stArea:unit", to: "normalized")
    }

    private func addRegion(
        _ annotation: Annotation, _ points: [Point], number: Int, id: Int64, to packet: XMPPacket
    ) {
        packet.appendStructure(to: "Iptc4xmpExt:ImageRegion", .bag)
        let region = "Iptc4xmpExt:ImageRegion[\(number)]"
        packet.set("\(region)/Iptc4xmpExt:rId", to: "cairn-\(id)")
        let boundary = "\(region)/Iptc4xmpExt:RegionBoundary"
        packet.set("\(boundary)/Iptc4xmpExt:rbShape", to: "polygon")
        packet.set("\(boundary)/Iptc4xmpExt:rbUnit", to: "relative")
        for (index, point) in points.enumerated() {
            packet.appendStructure(to: "\(boundary)/Iptc4xmpExt:rbVertices", .sequence)
            let corner = "\(boundary)/Iptc4xmpExt:rbVertices[\(index + 1)]"
            packet.set("\(corner)/Iptc4xmpExt:rbX", to: across(point.x))
            packet.set("\(corner)/Iptc4xmpExt:rbY", to: down(point.y))
        }
        let name = annotation.description
        packet.setText("\(region)/Iptc4xmpExt:Name", to: name.isEmpty ? annotation.kind.rawValue : name)
        packet.appendStructure(to: "\(region)/Iptc4xmpExt:RCtype", .bag)
        let kind = "\(region)/Iptc4xmpExt:RCtype[1]"
        if let address = address(of: annotation.mid) { packet.append(address, to: "\(kind)/xmp:Identifier", .bag) }
        packet.setText("\(kind)/Iptc4xmpExt:Name", to: annotation.kind.rawValue)
    }

    /// The places of a landmark as places that are shown; never as that of the camera.
    private func addPlaces(of annotation: Annotation, _ number: inout Int, to packet: XMPPacket) {
        for location in annotation.locations.prefix(1) {
            number += 1
            packet.appendStructure(to: "Iptc4xmpExt:LocationShown", .bag)
            let place = "Iptc4xmpExt:LocationShown[\(number)]"
            if !annotation.description.isEmpty {
                packet.setText("\(place)/Iptc4xmpExt:LocationName", to: annotation.description)
            }
            if let address = address(of: annotation.mid) {
                packet.append(address, to: "\(place)/Iptc4xmpExt:LocationId", .bag)
            }
            packet.set("\(place)/exif:GPSLatitude", to: degrees(location.latitude, "N", "S"))
            packet.set("\(place)/exif:GPSLongitude", to: degrees(location.longitude, "E", "W"))
        }
    }

    /// The address of an entity in Google's knowledge graph.
    private func address(of mid: String?) -> String? {
        guard let mid, mid.hasPrefix("/m/") || mid.hasPrefix("/g/") else { return nil }
        return "https://g.co/kg" + percentEncoded(Array(mid.utf8), keeping: "/_")
    }

    private func across(_ pixels: Double) -> String { Markup.share(pixels / Double(frame.size.width)) }
    private func down(_ pixels: Double) -> String { Markup.share(pixels / Double(frame.size.height)) }

    /// Degrees and minutes, as EXIF in XMP has them: `48,51.50766N`.
    private func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let minutes = Int64((abs(value) * 60_000_000).rounded())
        let rest = decimal(millionths: minutes % 60_000_000)
        return "\(minutes / 60_000_000),\(rest)\(value < 0 ? negative : positive)"
    }
}
