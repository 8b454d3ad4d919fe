internal import JSON

/// What a file in COCO's format says is in pictures: the truth to which answers are compared.
package struct CocoFile: Sendable {
    /// A picture, with the classes that are in it and their boxes, which a class may lack.
    package struct Picture: Sendable {
        /// `file_name`.
        package let name: String
        /// Its size in pixels; nil where the file does not say it.
        package let size: (width: Int, height: Int)?
        /// By the names of the classes.
        package fileprivate(set) var boxes: [String: [TrueBox]] = [:]
        /// The classes that are in the picture.
        package fileprivate(set) var classes: Set<String> = []
    }

    /// Why a file is none of these, with its place.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// In the order of their numbers.
    package let pictures: [Picture]

    /// Reads a file.
    package init(_ bytes: [UInt8]) throws(Problem) {
        let document: JSONDocument
        do throws(JSONError) { document = try JSONDocument(bytes) } catch {
            throw Problem(description: error.description)
        }
        let root = document.root
        guard root["images"]?.isArray == true, root["annotations"]?.isArray == true,
            root["categories"]?.isArray == true
        else { throw Problem(description: "images, annotations and categories expected, as lists") }
        var names: [Int: String] = [:]
        for category in root["categories"]?.elements ?? [] {
            guard let id = category["id"]?.integer, let name = category["name"]?.string else {
                throw Problem(description: "\(category.path): id and name expected")
            }
            names[id] = name
        }
        var pictures: [Int: Picture] = [:]
        for image in root["images"]?.elements ?? [] {
            guard let id = image["id"]?.integer, let name = image["file_name"]?.string else {
                throw Problem(description: "\(image.path): id and file_name expected")
            }
            let sides = (image["width"]?.integer, image["height"]?.integer)
            let size = sides.0.flatMap { width in sides.1.map { (width: width, height: $0) } }
            guard pictures.updateValue(Picture(name: name, size: size), forKey: id) == nil else {
                throw Problem(description: "\(image.path).id: \(id) is there twice")
            }
        }
        for annotation in root["annotations"]?.elements ?? [] {
            try CocoFile.add(annotation, names, to: &pictures)
        }
        self.pictures = pictures.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func add(
        _ annotation: JSONNode, _ names: [Int: String], to pictures: inout [Int: Picture]
    ) throws(Problem) {
        guard let image = annotation["image_id"]?.integer, pictures[image] != nil else {
            throw Problem(description: "\(annotation.path).image_id: no image has this number")
        }
        guard let category = annotation["category_id"]?.integer, let name = names[category] else {
            throw Problem(description: "\(annotation.path).category_id: no category has this number")
        }
        let isCrowd = annotation["iscrowd"]?.integer == 1 || annotation["iscrowd"]?.bool == true
        pictures[image]?.classes.insert(name)
        guard let box = annotation["bbox"] else { return }
        let edges = box.elements.compactMap(\.double)
        guard edges.count == 4, edges[2] >= 0, edges[3] >= 0 else {
            throw Problem(description: "\(box.path): [x, y, width, height] expected")
        }
        let corners = BoundingBox(xMin: edges[0], yMin: edges[1], xMax: edges[0] + edges[2], yMax: edges[1] + edges[3])
        pictures[image]?.boxes[name, default: []].append(TrueBox(corners, isCrowd: isCrowd))
    }
}
